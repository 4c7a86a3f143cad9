// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.io.PrintStream;
import java.util.Timer;
import java.util.TimerTask;

/** Shows once per second on a terminal how long an activity still takes. Not thread-safe. */
public final class Countdown implements AutoCloseable {
    private static final long SECOND_MILLIS = 1_000;
    private static final int WIDTH = 30;

    private final PrintStream out;
    private final int seconds;
    private final Timer timer = new Timer("plateau-countdown", true);
    private boolean isShown;

    /** Creates a countdown, which shows nothing before it is started. */
    public Countdown(PrintStream out, int seconds) {
        this.out = out;
        this.seconds = seconds;
    }

    public void start() {
        isShown = true;
        timer.scheduleAtFixedRate(new Tick(seconds), 0, SECOND_MILLIS);
    }

    /** Ticks once per second until no time is left. */
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
