// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.Arrays;

/**
 * Kinds of things that the site says it keeps and that are looked for one by one after a run. A thing is known by a number:
 * that of the row, and for an attendance those of event and person together.
 */
public enum Kept {
    PERSONS("persons"),
    EVENTS("events"),
    ATTENDANCES("attendances");

    private final String title;

    Kept(String title) {
        this.title = title;
    }

    /** Its name in requests and results. */
    public String title() {
        return title;
    }

    /** The kind of a name in a request; IllegalArgumentException for none. */
    public static Kept of(String title) {
        return Arrays.stream(values())
                .filter(kind -> kind.title.equals(title))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no kind '" + title + "'"));
    }

    /** What an attendance is known by. */
    public static long attendance(int event, int person) {
        return (long) event << Integer.SIZE | person;
    }

    /** The event of an attendance. */
    public static int event(long attendance) {
        return (int) (attendance >> Integer.SIZE);
    }

    /** The person of an attendance. */
    public static int person(long attendance) {
        return (int) attendance;
    }
}
