// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import org.plateaubench.app.host.HostReport;
import org.plateaubench.app.rig.RigCalibration;
import org.plateaubench.app.rig.RigWatch;
import org.plateaubench.app.rig.SeenAgent;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.cli.display.HostText;
import org.plateaubench.cli.display.Terminal;
import org.plateaubench.engine.document.Documents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "calibrate",
        description = {
            "Checks whether this host is fit to drive load.",
            "Prints how precise its clock and its timed waits are, which loads and limits can be trusted here, and which"
                    + " settings would improve it, with the command for each.",
            "Changes nothing. Keep the host otherwise idle during the check, as for a run."
        },
        footer = {
            "",
            "Exit codes: 0 for any result, 3 if the host could not be checked, 4 for wrong usage.",
            "",
            "Examples:",
            "  ./plateau calibrate",
            "  ./plateau calibrate --seconds 30 --json > host.json",
            "  ./plateau calibrate --rig --credentials desk.credentials"
        },
        mixinStandardHelpOptions = true)
public final class CalibrateCommand implements Callable<Integer> {
    private static final int MOST_SECONDS = 600;

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

    @Option(names = "--json", description = "Print the result as JSON on standard output.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException, UsageError {
        if (rig && json) {
            throw new UsageError("--json is for this host, not for --rig");
        }
        if (rig) {
            UsageError.requireAgents(agents);
            return calibrateRig(credentials.file("--rig"));
        }
        if (!agents.isEmpty() || credentials.isGiven()) {
            throw new UsageError("--agents and --credentials belong to --rig");
        }
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new UsageError("--seconds must be 1 to " + MOST_SECONDS + ", not " + seconds + ".");
        }
        PrintStream out = json ? System.err : System.out;
        Terminal terminal = Terminal.detect();
        out.println("checking this host for " + seconds + " s");
        HostReport report;
        try (Countdown countdown = terminal.interactive() && !json ? new Countdown(out, seconds) : null) {
            if (countdown != null) {
                countdown.start();
            }
            report = HostReport.look(Duration.ofSeconds(seconds));
        }
        if (json) {
            System.out.print(Documents.text(report.document()));
        } else {
            HostText.lines(report, terminal).stream().map(CommandName::in).forEach(out::println);
        }
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

    /** Shows once per second on a terminal how long the check still takes. Not thread-safe. */
    private static final class Countdown extends TimerTask implements AutoCloseable {
        private static final long SECOND_MILLIS = 1_000;
        private static final int WIDTH = 30;

        private final PrintStream out;
        private final Timer timer = new Timer("plateau-countdown", true);
        private int left;

        Countdown(PrintStream out, int seconds) {
            this.out = out;
            left = seconds;
        }

        void start() {
            timer.scheduleAtFixedRate(this, 0, SECOND_MILLIS);
        }

        @Override
        public void run() {
            String text = left > 0 ? "  " + left-- + " s left" : "  nearly there";
            out.print("\r" + text + " ".repeat(Math.max(0, WIDTH - text.length())));
            out.flush();
        }

        @Override
        public void close() {
            timer.cancel();
            out.print("\r" + " ".repeat(WIDTH) + "\r");
            out.flush();
        }
    }
}
