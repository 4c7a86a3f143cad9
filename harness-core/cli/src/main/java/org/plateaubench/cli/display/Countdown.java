// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.io.PrintStream;
import java.util.Timer;
import java.util.TimerTask;

/** Says once per second how long something still takes, where a person looks at a screen; elsewhere nothing. */
public final class Countdown implements AutoCloseable {
    private static final long SECOND_MILLIS = 1_000;
    private static final int WIDTH = 30;

    private final PrintStream out;
    private final boolean isShown;
    private final Timer timer = new Timer("plateau-countdown", true);

    /** A countdown that begins now. */
    public Countdown(PrintStream out, boolean isShown, int seconds) {
        this.out = out;
        this.isShown = isShown;
        if (isShown) {
            timer.scheduleAtFixedRate(new Tick(seconds), 0, SECOND_MILLIS);
        }
    }

    /** Once per second until nothing is left. */
    private final class Tick extends TimerTask {
        private int left;

        Tick(int seconds) {
            left = seconds;
        }

        @Override
        public void run() {
            String text = left > 0 ? "  " + left-- + " s left" : "  nearly there";
            out.print("\r" + text + " ".repeat(Math.max(0, WIDTH - text.length())));
            out.flush();
        }
    }

    @Override
    public void close() {
        timer.cancel();
        if (isShown) {
            out.print("\r" + " ".repeat(WIDTH) + "\r");
            out.flush();
        }
    }
}
