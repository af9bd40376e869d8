"""Double-dummy tables, solved once per deal by `solver` and its `worker` processes, and read by builds from `store`."""
