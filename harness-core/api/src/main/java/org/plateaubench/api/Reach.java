// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.Locale;

/**
 * The part of the host that the value of a parameter gives access to. A user of a console may set such a parameter only
 * to a value that the run file on the host has, or that an administrator allows.
 */
public enum Reach {
    /** No part: at worst, the value makes a run slow or wrong. */
    FREE,
    /** A program that is started, or a module that is loaded. */
    PROGRAM,
    /** A folder whose programs are started, such as the home of an installed server. */
    FOLDER,
    /** A file that is read or written. */
    FILE,
    /** Settings that are passed to a server unchanged, which may do any of the above. */
    SETTINGS,
    /** An address whose options may do any of the above. Without options it is free. */
    ADDRESS,
    /** An address that receives load. */
    TARGET;

    /** The word in documents and forms. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
