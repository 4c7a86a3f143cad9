// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.host.HostReport;
import org.plateaubench.app.host.HostReport.Advice;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.app.rig.RigCalibration;
import org.plateaubench.app.rig.RigWatch;
import org.plateaubench.app.rig.SeenAgent;
import org.plateaubench.engine.report.WrappedText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "calibrate",
        description = {
            "Checks whether this host is fit to drive load.",
            "Prints how precise its clock and its timed waits are, which loads can be trusted here, and which settings"
                    + " would improve it, with the command for each.",
            "Changes nothing. Keep the host otherwise idle during the check, as for a run."
        },
        footer = {
            "",
            "Exit codes: 0 for any result, 3 if the host could not be checked, 4 for wrong usage.",
            "",
            "Examples:",
            "  ./plateau calibrate",
            "  ./plateau calibrate --seconds 30",
            "  ./plateau calibrate --rig --credentials desk.credentials"
        })
public final class CalibrateCommand implements Callable<Integer> {
    private static final int MAX_SECONDS = 600;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Duration of the check, 1 to 600 seconds (default: ${DEFAULT-VALUE}).",
            defaultValue = "5")
    private int seconds = 5;

    @Option(
            names = "--rig",
            description =
                    "Make the agents of a broker measure their hosts instead, as they do before each run; they keep"
                            + " the result.")
    private boolean rig;

    @Option(
            names = "--agents",
            paramLabel = "NAME",
            split = ",",
            description = "Agents for --rig, separated by commas (default: all that are connected and free).")
    private List<String> agents = List.of();

    @Mixin
    private ControllerCredentials credentials = new ControllerCredentials();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rig) {
            RigAgents.requireNames(agents);
            return calibrateRig(credentials.file("--rig"));
        }
        if (!agents.isEmpty() || credentials.isGiven()) {
            throw new UsageError("--agents and --credentials belong to --rig");
        }
        if (seconds < 1 || seconds > MAX_SECONDS) {
            throw new UsageError("--seconds must be 1 to " + MAX_SECONDS + ", not " + seconds + ".");
        }
        System.out.println("checking this host for " + seconds + " s");
        HostReport report = HostReport.measure(Duration.ofSeconds(seconds));
        HostText.lines(report, Terminal.detect()).stream().map(CommandName::in).forEach(System.out::println);
        return ExitCode.PASS.code();
    }

    private int calibrateRig(Path file) throws IOException, InterruptedException {
        List<SeenAgent> wanted;
        try (RigWatch watch = RigWatch.open(file)) {
            wanted = agents.isEmpty() ? watch.all() : watch.named(agents);
        }
        if (wanted.isEmpty()) {
            throw new IOException("No agent of the broker was heard.");
        }
        boolean isComplete = true;
        try (RigCalibration calibration = RigCalibration.open(file)) {
            for (SeenAgent agent : wanted) {
                isComplete &= calibrate(calibration, agent);
            }
        }
        return (isComplete ? ExitCode.PASS : ExitCode.CANNOT).code();
    }

    private static boolean calibrate(RigCalibration calibration, SeenAgent agent) throws InterruptedException {
        try {
            if (!agent.problem().isEmpty()) {
                throw new IOException(agent.problem());
            }
            System.out.println("agent " + agent.name() + ": " + calibration.of(agent.name()));
            return true;
        } catch (IOException e) {
            CommandName.report(String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** The report on a client host, for a terminal: its possible use, recommended changes, then the rest. */
    static final class HostText {
        private static final int COLUMNS = 80;
        private static final int NAME = 16;
        private static final String INDENT = "  ";

        private final Terminal terminal;
        private final List<String> lines = new ArrayList<>();

        private HostText(Terminal terminal) {
            this.terminal = terminal;
        }

        public static List<String> lines(HostReport report, Terminal terminal) {
            HostText text = new HostText(terminal);
            text.write(report);
            return text.lines;
        }

        private void write(HostReport report) {
            heading("What it can be trusted with");
            for (String sentence : report.sentences()) {
                paragraph(INDENT, sentence);
            }
            heading("Measured");
            report.figures().forEach(figure -> lines.add(INDENT + padded(figure.name()) + figure.value()));
            section(report, Advice.State.CHANGE, "To change");
            section(report, Advice.State.OK, "Well");
            String unknown = String.join(
                    ", ",
                    report.advice().stream()
                            .filter(advice -> advice.state() == Advice.State.UNKNOWN)
                            .map(advice -> advice.topic().toLowerCase(Locale.ROOT))
                            .toList());
            if (!unknown.isEmpty()) {
                heading("Not known here");
                paragraph(INDENT, unknown + ".");
            }
        }

        private void section(HostReport report, Advice.State state, String title) {
            List<Advice> some = report.advice().stream()
                    .filter(advice -> advice.state() == state)
                    .toList();
            if (some.isEmpty()) {
                return;
            }
            heading(title);
            for (Advice advice : some) {
                paragraph(INDENT + padded(advice.topic()), advice.found());
                if (advice.why() != null) {
                    paragraph(INDENT + padded(""), advice.why());
                }
                if (advice.command() != null) {
                    // In one line, so that it can be copied.
                    lines.add(INDENT + padded("") + "$ " + advice.command());
                }
            }
        }

        private void heading(String title) {
            lines.add("");
            lines.add(terminal.bold(title));
        }

        private static String padded(String name) {
            return name + " ".repeat(Math.max(1, NAME - name.length()));
        }

        private void paragraph(String head, String text) {
            lines.addAll(WrappedText.lines(head, " ".repeat(head.length()), text, COLUMNS));
        }
    }
}
