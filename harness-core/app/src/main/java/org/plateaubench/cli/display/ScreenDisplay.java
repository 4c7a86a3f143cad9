// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.io.PrintStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunObserver;

/** The interactive display: a progress bar and a table that are redrawn in place, with events above them. */
public final class ScreenDisplay implements RunObserver, AutoCloseable {
    private static final int MOST_COLUMNS = 100;
    private static final int SCREEN_EDGE = 1;

    private final PrintStream out;
    private final Terminal terminal;
    private final RunPlan plan;
    private final RunClock clock;
    private final int columns;
    private Phase phase = Phase.PREPARE;
    private long runNanos;
    private final Preparation preparation;
    private String progress = "";
    private double progressShare;
    private @Nullable LiveTable table;
    private List<String> drawn = List.of();

    public ScreenDisplay(PrintStream out, Terminal terminal, RunPlan plan) {
        this.out = out;
        this.terminal = terminal;
        this.plan = plan;
        this.clock = new RunClock(plan);
        this.preparation = new Preparation(plan, InstantSource.system());
        this.columns = Math.min(MOST_COLUMNS, terminal.columns() - SCREEN_EDGE);
    }

    @Override
    public synchronized void phase(Phase begun, long nanos, long expectedEndNanos) {
        if (phase == Phase.PREPARE && begun != Phase.PREPARE) {
            erase();
            preparation.summary().forEach(out::println);
        }
        phase = begun;
        runNanos = nanos;
        redraw();
    }

    @Override
    public synchronized void progress(String scope, String activity, long done, long total, String unit) {
        String text = preparation.progress(scope, activity, done, total, unit);
        if (!text.equals(progress)) {
            progress = text;
            progressShare = total <= 0 ? 0 : (double) done / total;
            redraw();
        }
    }

    @Override
    public synchronized void tick(long nanos) {
        if (!LiveText.clock(nanos).equals(LiveText.clock(runNanos))) {
            runNanos = nanos;
            redraw();
        }
    }

    @Override
    public synchronized void interval(LiveTable closed) {
        table = closed;
        redraw();
    }

    @Override
    public synchronized void event(EventDetails event, String scope, String message) {
        String line = LineDisplay.line(EventType.of(event), phase, scope, message);
        if (line != null) {
            erase();
            out.println(line);
            redraw();
        }
    }

    /** Removes the display from the screen, so that the summary takes its place. */
    @Override
    public synchronized void close() {
        erase();
        out.flush();
    }

    private void redraw() {
        List<String> lines = phase == Phase.PREPARE ? preparing() : running();
        StringBuilder screen = new StringBuilder(backToTop());
        for (String line : lines) {
            screen.append(fitted(line)).append("\u001b[K\n");
        }
        screen.append("\u001b[J");
        out.print(screen);
        out.flush();
        drawn = lines;
    }

    private List<String> preparing() {
        List<String> lines = new ArrayList<>(List.of(terminal.bold("prepare") + "  " + progress));
        if (progressShare > 0) {
            lines.add(LiveText.bar(progressShare, columns));
        }
        return lines;
    }

    private List<String> running() {
        String head = terminal.bold(phase.label()) + "  " + RunClock.purpose(phase);
        List<String> lines = new ArrayList<>(List.of(head));
        String elapsed = clock.elapsed(runNanos);
        lines.add(LiveText.bar(clock.share(runNanos), columns - elapsed.length() - SCREEN_EDGE) + " " + elapsed);
        LiveTable shown = table;
        if (shown != null && shown.rows().size() == 1) {
            lines.add(LiveText.line(shown.rows().getFirst(), plan));
            lines.addAll(LiveText.notes(shown, plan));
        } else if (shown != null) {
            lines.addAll(LiveText.table(shown, plan));
        }
        lines.addAll(clock.steps(runNanos));
        return lines;
    }

    /** Truncates a line that would wrap, since redrawing counts it as one line and would leave a trace. */
    private String fitted(String line) {
        boolean styled = line.indexOf('\u001b') >= 0;
        int width = styled ? columns + line.indexOf('m') + 1 + "\u001b[0m".length() : columns;
        return line.length() <= width ? line : line.substring(0, width) + (styled ? "\u001b[0m" : "");
    }

    private void erase() {
        out.print(backToTop() + "\u001b[J");
        drawn = List.of();
    }

    private String backToTop() {
        return drawn.isEmpty() ? "" : "\u001b[" + drawn.size() + "F";
    }
}
