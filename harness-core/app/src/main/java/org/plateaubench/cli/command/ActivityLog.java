// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;

/** Reports the current activity on standard error, each activity once and then every 10 s while it lasts. */
public final class ActivityLog implements Consumer<String>, AutoCloseable {
    private static final int GAP_SECONDS = 10;

    private final Timer timer = new Timer("activity", true);
    private String current = "";
    private int seconds;

    /** Creates a log without an activity. */
    public ActivityLog() {
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        goOn();
                    }
                },
                1000L * GAP_SECONDS,
                1000L * GAP_SECONDS);
    }

    @Override
    public synchronized void accept(String activity) {
        if (!activity.equals(current)) {
            current = activity;
            seconds = 0;
            System.err.println(activity + " ...");
        }
    }

    private synchronized void goOn() {
        if (!current.isEmpty()) {
            seconds += GAP_SECONDS;
            System.err.println(current + " ... " + seconds + " s");
        }
    }

    @Override
    public void close() {
        timer.cancel();
    }
}
