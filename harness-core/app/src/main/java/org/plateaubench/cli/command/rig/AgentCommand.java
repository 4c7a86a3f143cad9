// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
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

@Command(
        name = "agent",
        description = {
            "Connects to a broker and takes part in its runs, one after the other: it drives load, or only reports what"
                    + " this host does, as the run file says. Needs no open port, and no"
                    + " plugin: the controller of a run sends the jars that are missing here; they are kept by their"
                    + " digests.",
            "A controller can run any code here that --allow admits."
        },
        footer = {
            "",
            "Example:",
            "  ./plateau agent --connect tls://bench.lab:4222 --credentials load1.credentials --allow jars.sha256",
            "  ./plateau agent --credentials db1.credentials"
        })
public final class AgentCommand implements Callable<Integer> {
    @Option(
            names = "--connect",
            paramLabel = "URL",
            description = "Address of the broker (default: that of the credentials).")
    private @Nullable String url;

    @Option(
            names = "--credentials",
            paramLabel = "FILE",
            required = true,
            description = "File that ./plateau broker add-agent has written.")
    private Path credentials = Path.of("");

    @Option(
            names = "--allow",
            paramLabel = "FILE|any",
            description =
                    "Jars of plugins that may be run here: a file with their SHA-256, as sha256sum prints them, or 'any'"
                            + " to allow whatever controllers of the broker send. Without this option no plugin runs here, so that the agent can"
                            + " drive no load.")
    private String allow = "";

    @Option(
            names = "--label",
            paramLabel = "KEY=VALUE",
            description = "Label that controllers see and by which rigs choose this agent; may be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Folder for the jars of plugins and their working files (default: .plateau/agent in the"
                    + " home folder).")
    private Path folder = Path.of(System.getProperty("user.home"), ".plateau", "agent");

    @Mixin
    private StandardInput input = new StandardInput();

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (String label : labels.keySet()) {
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
        ServingAgent.Service service = new ServingAgent.Service(credentials, url, folder, labels, allow);
        ServingAgent.serve(service, AgentCommand::report, () -> end.getCount() == 0);
        return ExitCode.PASS.code();
    }

    private static void report(String sentence) {
        System.out.println(CommandName.in(sentence));
        System.out.flush();
    }
}
