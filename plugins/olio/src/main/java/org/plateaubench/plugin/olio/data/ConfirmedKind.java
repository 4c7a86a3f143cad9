// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.Locale;

/**
 * Kinds of objects that the site confirms as stored and that are looked up one by one after a run. The identity of an
 * object is the number of its row; that of an attendance combines the numbers of event and person.
 */
public enum ConfirmedKind {
    PERSONS,
    EVENTS,
    ATTENDANCES;

    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static long attendance(int event, int person) {
        return (long) event << Integer.SIZE | person;
    }

    public static int event(long attendance) {
        return (int) (attendance >> Integer.SIZE);
    }

    public static int person(long attendance) {
        return (int) attendance;
    }
}
