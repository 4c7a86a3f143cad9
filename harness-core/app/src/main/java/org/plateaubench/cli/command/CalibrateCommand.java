// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.host.HostReport;
import org.plateaubench.app.host.HostReport.Advice;
import org.plateaubench.app.rig.RigAgents;
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
            "Changes nothing. Keep the host otherwise idle during the check, as for a run.",
            "Exit codes: 0 for any result, 3 if the host could not be checked, 4 for wrong usage."
        },
        footer = {"  ./plateau calibrate", "  ./plateau calibrate --rig --credentials desk.credentials"})
public final class CalibrateCommand implements Callable<Integer> {
    private static final int MAX_SECONDS = 600;
    private static final int COLUMNS = 80;
    private static final int NAME = 18;

    @Option(names = "--seconds", description = "Duration of the check, 1 to 600 seconds (default: ${DEFAULT-VALUE}).")
    private int seconds = 5;

    @Option(
            names = "--rig",
            description = "Make the agents of a broker measure their hosts instead, as they do before each run; they"
                    + " keep the result.")
    private boolean rig;

    @Mixin
    private ControllerCredentials credentials = new ControllerCredentials();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rig) {
            return calibrateRig(credentials.file("--rig"));
        }
        if (credentials.isGiven()) {
            throw new UsageError("--credentials belongs to --rig");
        }
        if (seconds < 1 || seconds > MAX_SECONDS) {
            throw new UsageError("--seconds must be 1 to " + MAX_SECONDS + ", not " + seconds + ".");
        }
        System.out.println("checking this host for " + seconds + " s");
        HostReport report = HostReport.measure(Duration.ofSeconds(seconds));
        print(report, Terminal.detect());
        return ExitCode.PASS.code();
    }

    private int calibrateRig(Path file) throws IOException, InterruptedException {
        List<SeenAgent> wanted;
        try (RigWatch watch = RigWatch.open(file)) {
            wanted = watch.all();
        }
        if (wanted.isEmpty()) {
            throw new IOException("No agent of the broker was heard.");
        }
        boolean isComplete = true;
        for (SeenAgent agent : wanted) {
            try {
                if (!agent.problem().isEmpty()) {
                    throw new IOException(agent.problem());
                }
                System.out.println("agent " + agent.name() + ": " + RigAgents.calibrate(file, agent.name()));
            } catch (IOException e) {
                CommandName.report(String.valueOf(e.getMessage()));
                isComplete = false;
            }
        }
        return (isComplete ? ExitCode.PASS : ExitCode.CANNOT).code();
    }

    /** Prints the possible use of this host, its measurements and its settings, beginning with those to change. */
    private static void print(HostReport report, Terminal terminal) {
        heading(terminal, "What it can be trusted with");
        report.sentences()
                .forEach(sentence ->
                        WrappedText.lines("  ", "  ", sentence, COLUMNS).forEach(System.out::println));
        heading(terminal, "Measured");
        report.figures().forEach(figure -> paragraph(figure.name(), figure.value()));
        heading(terminal, "Settings");
        report.advice().stream()
                .sorted(Comparator.comparing(advice -> advice.state() != Advice.State.CHANGE))
                .forEach(CalibrateCommand::print);
    }

    private static void print(Advice advice) {
        boolean isToChange = advice.state() == Advice.State.CHANGE;
        paragraph(advice.topic(), (isToChange ? "To change: " : "") + advice.found());
        if (advice.why() != null) {
            paragraph("", advice.why());
        }
        if (advice.command() != null) {
            // In one line, so that it can be copied.
            System.out.println(CommandName.in(" ".repeat(NAME) + "$ " + advice.command()));
        }
    }

    private static void heading(Terminal terminal, String title) {
        System.out.println();
        System.out.println(terminal.bold(title));
    }

    private static void paragraph(String name, String text) {
        String head = String.format("  %-" + (NAME - 2) + "s", name);
        WrappedText.lines(head, " ".repeat(NAME), text, COLUMNS).forEach(System.out::println);
    }
}
