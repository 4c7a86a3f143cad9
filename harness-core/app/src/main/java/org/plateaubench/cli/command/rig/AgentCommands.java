// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.rig;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.app.AgentProcess.ForkedAgent;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.console.ConsoleRights;
import org.plateaubench.app.rig.ServingAgent;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.cli.command.StandardInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The processes that drive load for a controller. */
public final class AgentCommands {
    /** After the loss of the controller a local agent must release its resources in this time, or is terminated. */
    private static final long END_SECONDS = 5;

    private AgentCommands() {}

    @Command(
            name = "agent",
            description = {
                "Connects to a broker and takes part in its runs, one after the other: it drives load, or only reports"
                        + " what this host does, as the run file says. Needs no open port, and no plugin: the"
                        + " controller of a run sends the jars that are missing here; they are kept by their digests.",
                "A controller can run any code here that --allow admits."
            },
            footer = {
                "  ./plateau agent --connect tls://bench.lab:4222 --credentials load1.credentials --allow jars.sha256",
                "  ./plateau agent --credentials db1.credentials"
            })
    static void agent(
            @Option(names = "--connect", description = "Address of the broker (default: that of the credentials).")
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
                        "--label " + label + "=...: a label's name must start with a lowercase letter and hold only"
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
}
