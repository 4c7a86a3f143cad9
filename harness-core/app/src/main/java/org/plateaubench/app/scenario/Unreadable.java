// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

/** A file that cannot be converted to a scenario. The message begins with the file and, where known, line and column. */
public final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
        super(message);
    }
}
