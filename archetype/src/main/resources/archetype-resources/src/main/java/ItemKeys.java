package ${package};

import org.plateaubench.spi.WorkloadContext;

/**
 * The keys of one workload's data. They begin with the names of the plugin, the tile and the workload, so that several
 * workloads can use one server that also contains other data.
 *
 * @param prefix beginning of every key
 */
record ItemKeys(String prefix) {
    static ItemKeys of(WorkloadContext<?> context) {
        return new ItemKeys(KeyValuePlugin.ID + ":" + context.tile() + ":" + context.name() + ":");
    }

    /** Returns the key whose value describes the items, and whether all of them are loaded. */
    String marker() {
        return prefix + "marker";
    }

    /** Returns the beginning of the keys of all items. */
    String items() {
        return prefix + "item:";
    }

    String item(int number) {
        return items() + number;
    }
}
