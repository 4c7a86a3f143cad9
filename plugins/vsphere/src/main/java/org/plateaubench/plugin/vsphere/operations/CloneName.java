// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.util.regex.Pattern;
import org.plateaubench.plugin.vsphere.vim.Inventory;

/**
 * Names of the machines and snapshots that one workload makes, which mark what is ours. A machine of such a name whose annotation a person has changed
 * is no longer ours. Immutable; any thread.
 */
final class CloneName {
    /** Annotation of every clone, where the server keeps the one that a clone is made with. */
    static final String NOTE = "Made by a Plateau run, which deletes it.";

    private final String prefix;
    private final Pattern names;

    CloneName(String workload, int tile) {
        prefix = "plateau-" + workload + "-" + tile + "-";
        names = Pattern.compile(Pattern.quote(prefix) + "[0-9a-f]{1,4}-[0-9a-z]{8}-[0-9]+-[0-9]+");
    }

    /**
     * The name of a clone.
     *
     * @param seed key of the data of the run
     * @param millis since 1970 when the user began, so that two runs of one seed differ
     */
    String of(long seed, long millis, int user, long number) {
        return prefix + Long.toHexString(seed & 0xffff) + "-" + Long.toString(millis, Character.MAX_RADIX) + "-" + user
                + "-" + number;
    }

    /** Whether a name is one that a run of this workload has given. */
    boolean isOurs(String name) {
        return names.matcher(name).matches();
    }

    /** Whether a machine was made by a run of this workload. */
    boolean isOurs(Inventory.Machine machine) {
        return isOurs(machine.name())
                && (machine.note().isEmpty() || machine.note().equals(NOTE));
    }
}
