// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.process.FileTree;
import org.plateaubench.scenario.Scenario;
import org.plateaubench.scenario.ScenarioWorkload;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;

/** Runs programs as the steps of a scenario. */
public final class ToolWorkload extends ScenarioWorkload<ToolParameters, ToolClient, ToolProtocol> {
    public ToolWorkload() {
        super(
                "tool",
                "Runs benchmark programs and reads figures from their output.",
                ToolParameters.class,
                "runs",
                new ToolProtocol());
    }

    @Override
    protected Map<String, Object> tree(ToolParameters parameters) {
        return parameters.scenario();
    }

    @Override
    protected ToolProtocol protocol(ToolParameters parameters) {
        return new ToolProtocol();
    }

    @Override
    protected void check(ToolParameters parameters, Scenario<ToolClient> scenario, List<Finding> findings) {
        if (!parameters.folder().isEmpty() && !Path.of(parameters.folder()).isAbsolute()) {
            findings.add(Finding.problem(
                            "The folder '" + parameters.folder() + "' is not absolute, but agents run elsewhere.",
                            "Begin it with /.")
                    .about("folder"));
        }
    }

    @Override
    protected List<MeasureDefinition> measures(ToolProtocol protocol) {
        return protocol.measures();
    }

    @Override
    protected List<CheckDefinition> checks(ToolProtocol protocol) {
        return protocol.checks();
    }

    @Override
    protected Execution[] executions() {
        return new Execution[] {Execution.PLATFORM, Execution.VIRTUAL};
    }

    @Override
    protected Clients<ToolClient> clients(WorkloadContext<ToolParameters> context, ToolProtocol protocol)
            throws IOException, InterruptedException, StepFailure {
        ToolParameters parameters = context.parameters();
        for (String program : protocol.programs()) {
            ToolVersion.requireInstalled(program);
        }
        Path temporaryFolder = Files.createTempDirectory("plateau-tool-");
        Path folder = parameters.folder().isEmpty() ? temporaryFolder : Path.of(parameters.folder());
        Map<String, String> versions = new TreeMap<>();
        try {
            if (!Files.isDirectory(folder)) {
                throw new IOException("there is no folder " + folder + " on this host");
            }
            ToolProcess process = new ToolProcess(temporaryFolder.resolve("version.pid"));
            Map<?, ?> variables = parameters.scenario().get("variables") instanceof Map<?, ?> given ? given : Map.of();
            for (ToolVersion version : protocol.versions()) {
                versions.put(version.name(), version.find(process, folder, variables));
            }
        } catch (IOException | InterruptedException | StepFailure e) {
            remove(temporaryFolder);
            throw e;
        }
        return new Clients<>() {
            @Override
            public ToolClient client(UserContext user) {
                return new ToolClient(parameters, protocol.levels(), temporaryFolder, folder, user);
            }

            @Override
            public Map<String, String> versions() {
                return versions;
            }

            @Override
            public void close() {
                remove(temporaryFolder);
            }
        };
    }

    private static void remove(Path folder) {
        try {
            FileTree.remove(folder);
        } catch (IOException e) {
            // The remaining files are in the host's folder for temporary files.
            return;
        }
    }
}
