// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.time.Duration;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.plugin.vsphere.vim.Inventory;
import org.plateaubench.spi.WorkloadContext;

/**
 * Names of the machines and snapshots that one workload makes, which show what is Plateau's, which run made it, and when that run is over at the
 * latest, so that runs at the same time leave each other's alone. A machine of such a name whose annotation a person has changed is no
 * longer Plateau's. Immutable; any thread.
 */
final class CloneName {
    /** Annotation of every clone, where the server keeps the one that a clone is made with. */
    static final String NOTE = "Made by a Plateau run, which deletes it.";

    /**
     * Time beyond the load within which a run is over: users connect before it, data is compared and deleted after it,
     * and the clocks of two hosts may differ.
     */
    private static final Duration AROUND_THE_LOAD = Duration.ofHours(1);

    private final String prefix;
    private final String run;
    private final Duration load;
    private final Pattern names;

    CloneName(WorkloadContext<?> context) {
        this(context.name(), context.tile(), context.run());
    }

    CloneName(String workload, int tile, WorkloadContext.Run run) {
        prefix = "plateau-" + workload + "-" + tile + "-";
        this.run = HexFormat.of().toHexDigits(run.id().hashCode());
        load = run.load();
        names = Pattern.compile(Pattern.quote(prefix) + "([0-9a-f]{8})-([0-9a-z]{8})-[0-9]+-[0-9]+");
    }

    /**
     * The name of a clone or a snapshot.
     *
     * @param millis since 1970 when the user was made, before the load
     */
    String of(long millis, int user, long number) {
        long over = millis + load.plus(AROUND_THE_LOAD).toMillis();
        return prefix + run + "-" + Long.toString(over, Character.MAX_RADIX) + "-" + user + "-" + number;
    }

    /** Whether a name is one that a run of this workload has given. */
    boolean isOurs(String name) {
        return names.matcher(name).matches();
    }

    /** Whether this run has given the name. */
    boolean isOfThisRun(String name) {
        Matcher parts = names.matcher(name);
        return parts.matches() && parts.group(1).equals(run);
    }

    /**
     * Whether a run of this workload has given the name that no other run needs any more: this one, or one that is over.
     *
     * @param millis since 1970, now
     */
    boolean isNoLongerNeeded(String name, long millis) {
        Matcher parts = names.matcher(name);
        return parts.matches()
                && (parts.group(1).equals(run) || Long.parseLong(parts.group(2), Character.MAX_RADIX) < millis);
    }

    /** Whether the annotation of a machine is unchanged. */
    static boolean isUnchanged(Inventory.Machine machine) {
        return machine.note().isEmpty() || machine.note().equals(NOTE);
    }
}
