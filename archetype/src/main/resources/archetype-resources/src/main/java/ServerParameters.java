package ${package};

import org.plateaubench.api.Parameter;

/** The keys of a server in a run file, in addition to {@code service} and {@code mode}. */
public record ServerParameters(
        @Parameter(description = "Host of an external server.", defaultValue = "") String host,
        @Parameter(description = "Port; 0 for any free one of an embedded server.", defaultValue = "0", min = 0, max = 65535)
                int port,
        @Parameter(
                        description = "Heap of an embedded server.",
                        defaultValue = "128",
                        unit = "MiB",
                        min = 32,
                        max = 65536)
                int heapMebibytes) {
    static final int HEAP_MEBIBYTES = 128;
}
