package ${package};

import org.plateaubench.spi.WorkloadContext;

/**
 * The keys of one workload's data. They begin with the plugin, the tile and the workload, so that several of them can
 * use one server, beside the data of others.
 *
 * @param prefix how every key begins
 */
record ItemKeys(String prefix) {
    static ItemKeys of(WorkloadContext<?> context) {
        return new ItemKeys(KeyValuePlugin.ID + ":" + context.tile() + ":" + context.name() + ":");
    }

    /** The key whose value is the number of items, once all of them are there. */
    String marker() {
        return prefix + "loaded";
    }

    /** How the keys of all items begin. */
    String items() {
        return prefix + "item:";
    }

    String item(int number) {
        return items() + number;
    }
}
