// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.Locale;

/**
 * The part of the host that the value of a parameter reaches. A user with a shell on the host reaches all of it anyway;
 * for a run requested through a console, an administrator must have allowed every value but a {@link #FREE} one.
 */
public enum Reach {
    /** Nothing: the value can at worst make a run slow or wrong. */
    FREE,
    /** A program that is started, or a module that is loaded. */
    PROGRAM,
    /** A folder whose programs are started, such as the home of an installed server. */
    FOLDER,
    /** A file that is read or written; a file in the folder of run files needs no permission. */
    FILE,
    /** Settings that are passed to a server unchanged, which may do any of the above. */
    SETTINGS,
    /** An address whose options may do any of the above; without options it needs no permission. */
    ADDRESS;

    /** The word in documents and forms. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
