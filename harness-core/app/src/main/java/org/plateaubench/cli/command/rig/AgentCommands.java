// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.rig;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.app.AgentProcess.ForkedAgent;
import org.plateaubench.app.HostReport;
import org.plateaubench.app.HostReport.Advice;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.console.ConsoleOptions.ConsoleRights;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.app.rig.RigWatch;
import org.plateaubench.app.rig.RigWatch.SeenAgent;
import org.plateaubench.app.rig.ServingAgent;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ControllerCredentials;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.cli.command.Signals.StandardInput;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.engine.report.TextStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands of hosts that drive load. */
public final class AgentCommands {
    /** After the loss of the controller a local agent must release its resources in this time, or is terminated. */
    private static final long END_SECONDS = 5;

    private static final int MAX_SECONDS = 600;
    private static final int COLUMNS = 80;
    private static final int NAME = 18;

    private AgentCommands() {}

    @Command(
            name = "agent",
            description = {
                "Connects to a broker and takes part in its runs, one after the other: it drives load, or only reports"
                        + " what this host does, as the run file determines. Needs no open port, and no plugin: the"
                        + " controller of a run sends the jars that are missing here; they are kept by their digests.",
                "A controller can run any code here that --allow admits."
            },
            footer = {
                "  ./plateau agent --connect tls://bench.lab:4222 --credentials load1.credentials --allow jars.sha256",
                "  ./plateau agent --credentials db1.credentials"
            })
    static void agent(
            @Option(
                            names = "--connect",
                            description = "Address of the broker (default: the address in the credentials).")
                    @Nullable
                    String url,
            @Option(
                            names = "--credentials",
                            required = true,
                            description = "File that ./plateau broker add-agent has written.")
                    Path credentials,
            @Option(
                            names = "--allow",
                            paramLabel = "<file|any>",
                            defaultValue = "",
                            description =
                                    "Jars of plugins that may be run here: a file with their SHA-256, as sha256sum"
                                            + " prints them, or 'any' to allow whatever controllers of the broker send. Without"
                                            + " this option no plugin runs here, so that the agent can drive no load.")
                    String allow,
            @Option(
                            names = "--label",
                            paramLabel = "<key=value>",
                            description = "Label that controllers see and by which rigs choose this agent; may be"
                                    + " repeated.")
                    @Nullable
                    Map<String, String> labels,
            @Option(
                            names = "--folder",
                            defaultValue = "${sys:user.home}/.plateau/agent",
                            description = "Folder for the jars of plugins and their working files (default:"
                                    + " .plateau/agent in the home folder).")
                    Path folder,
            @Mixin StandardInput input)
            throws IOException, InterruptedException {
        Map<String, String> given = labels == null ? Map.of() : labels;
        for (String label : given.keySet()) {
            if (!Names.isValid(label)) {
                throw new UsageError(
                        "--label " + label + "=...: a label's name must start with a lowercase letter and contain only"
                                + " letters, digits and hyphens");
            }
        }
        CountDownLatch end = new CountDownLatch(1);
        Signals.onInterrupt(end::countDown);
        input.onEnd(end::countDown);
        ConsoleRights.ofThisProcess().requireWritable(folder, "--folder");
        ServingAgent.serve(
                new ServingAgent.Service(credentials, url, folder, given, allow),
                sentence -> {
                    System.out.println(CommandName.in(sentence));
                    System.out.flush();
                },
                () -> end.getCount() == 0);
    }

    /** The agent process that a run starts for an agent of this host; it ends when its standard input does. */
    @Command(
            name = "local-agent",
            hidden = true,
            description = "Drives the load of one run for the process that started it.")
    static void localAgent(
            @Option(names = "--name", required = true, description = "Name of the agent.") String name,
            @Option(names = "--socket", required = true, description = "Socket of the controller.") Path socket,
            @Option(names = "--clock-origin", required = true, description = "Origin of the controller's clock.")
                    long clockOrigin)
            throws IOException {
        // Ctrl-C reaches every process of a terminal, but only the controller decides how the run ends.
        Signals.onInterrupt(() -> {});
        Thread.ofPlatform().daemon().name("plateau-input").start(AgentCommands::endWithInput);
        try (FileOutputStream output = new FileOutputStream(FileDescriptor.out)) {
            ForkedAgent.run(name, socket, clockOrigin, output);
        }
    }

    private static void endWithInput() {
        StandardInput.awaitEnd();
        try {
            TimeUnit.SECONDS.sleep(END_SECONDS);
        } catch (InterruptedException e) {
            // The process must end nevertheless.
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ExitCode.CANNOT.code());
    }

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
    static int calibrate(
            @Option(
                            names = "--seconds",
                            defaultValue = "5",
                            description = "Duration of the check, 1 to 600 seconds (default: ${DEFAULT-VALUE}).")
                    int seconds,
            @Option(
                            names = "--rig",
                            description = "Make the agents of a broker measure their hosts instead, as they do before"
                                    + " each run; they keep the result.")
                    boolean rig,
            @Mixin ControllerCredentials credentials)
            throws IOException, InterruptedException {
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
        print(HostReport.measure(Duration.ofSeconds(seconds)), Terminal.detect());
        return ExitCode.PASS.code();
    }

    private static int calibrateRig(Path file) throws IOException, InterruptedException {
        List<SeenAgent> agents;
        try (RigWatch watch = RigWatch.open(file)) {
            agents = watch.all();
        }
        if (agents.isEmpty()) {
            throw new IOException("No agent is connected to the broker.");
        }
        boolean isComplete = true;
        for (SeenAgent agent : agents) {
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
                        TextStyle.wrapped("  ", "  ", sentence, COLUMNS).forEach(System.out::println));
        heading(terminal, "Measured");
        report.figures().forEach(figure -> paragraph(figure.name(), figure.value()));
        heading(terminal, "Settings");
        report.advice().stream()
                .sorted(Comparator.comparing(advice -> advice.state() != Advice.State.CHANGE))
                .forEach(AgentCommands::print);
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
        String prefix = String.format("  %-" + (NAME - 2) + "s", name);
        TextStyle.wrapped(prefix, " ".repeat(NAME), text, COLUMNS).forEach(System.out::println);
    }
}
