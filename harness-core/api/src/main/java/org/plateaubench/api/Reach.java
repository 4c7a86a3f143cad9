// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.util.Locale;
import org.apiguardian.api.API;

/**
 * What of the host the value of a parameter reaches. Whoever has a shell on the host has it in reach anyway; of a run
 * that somebody asks for through a console, everything but what is {@link #FREE} must have been allowed by an
 * administrator.
 */
@API(status = EXPERIMENTAL, since = "0.1")
public enum Reach {
    /** Nothing: the value can do no more than make a run slow or wrong. */
    FREE,
    /** A program that is started, or a module that is loaded. */
    PROGRAM,
    /** A folder whose programs are started, such as the home of an installed server. */
    FOLDER,
    /** A file that is read or written; one in the folder of run files is allowed as it is. */
    FILE,
    /** Settings that are handed on to a server as they are, which may do any of the above. */
    SETTINGS,
    /** An address whose options may do any of the above; without options it is allowed as it is. */
    ADDRESS;

    /** As documents and forms have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
