// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.util.function.Consumer;

/** Reports each activity on standard error when it begins. Confined to one thread at a time. */
public final class ActivityLog implements Consumer<String> {
    private String current = "";

    @Override
    public void accept(String activity) {
        if (!activity.equals(current)) {
            current = activity;
            System.err.println(activity + " ...");
        }
    }
}
