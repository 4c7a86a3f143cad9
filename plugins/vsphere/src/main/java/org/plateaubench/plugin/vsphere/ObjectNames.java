// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.time.Duration;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.spi.WorkloadContext;

/**
 * The names of the machines and snapshots that one workload creates. A name shows that the object is Plateau's, which
 * run created it, and when that run ends at the latest, so that simultaneous runs do not delete each other's objects. A
 * machine with such a name is no longer Plateau's if a person has changed its annotation. Immutable.
 */
final class ObjectNames {
    /** Annotation of every clone, if the server stores the annotation with which a clone is created. */
    static final String NOTE = "Made by a Plateau run, which deletes it.";

    /**
     * Greatest time that a run takes in addition to the load: users connect before it, data is compared and deleted
     * after it, and the clocks of two hosts may differ.
     */
    private static final Duration TIME_OUTSIDE_LOAD = Duration.ofHours(1);

    private final String prefix;
    private final String run;
    private final Duration loadDuration;
    private final Pattern names;

    ObjectNames(String workload, int tile, WorkloadContext.Run run) {
        prefix = "plateau-" + workload + "-" + tile + "-";
        this.run = HexFormat.of().toHexDigits(run.id().hashCode());
        loadDuration = run.load();
        names = Pattern.compile(Pattern.quote(prefix) + "([0-9a-f]{8})-([0-9a-z]{8})-[0-9]+-[0-9]+");
    }

    /** The name of a clone or a snapshot; the time is when the user was created, before the load. */
    String of(long millis, int user, long number) {
        long endMillis = millis + loadDuration.plus(TIME_OUTSIDE_LOAD).toMillis();
        return prefix + run + "-" + Long.toString(endMillis, Character.MAX_RADIX) + "-" + user + "-" + number;
    }

    boolean isOfThisWorkload(String name) {
        return names.matcher(name).matches();
    }

    boolean isOfThisRun(String name) {
        Matcher parts = names.matcher(name);
        return parts.matches() && parts.group(1).equals(run);
    }

    /**
     * Whether the name is from this run, or from an earlier run of this workload that is over by now, so that no other
     * run needs the object.
     */
    boolean isNoLongerNeeded(String name, long millis) {
        Matcher parts = names.matcher(name);
        return parts.matches()
                && (parts.group(1).equals(run) || Long.parseLong(parts.group(2), Character.MAX_RADIX) < millis);
    }

    static boolean isUnchanged(Inventory.Machine machine) {
        return machine.note().isEmpty() || machine.note().equals(NOTE);
    }
}
