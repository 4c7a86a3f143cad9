// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.plateaubench.app.UsageError;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.engine.config.ScoreReference;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.report.ReferenceMaker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "reference",
        description = {
            "Writes a reference from one or more runs of the same workloads: the rates to which scores of other runs"
                    + " are normalised, with their origin and a digest.",
            "The runs must have passed and be of class modified or standard. A run file names the reference with"
                    + " score: { reference: FILE }."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau reference last --to configs/references/lab-2026.yaml",
            "  ./plateau reference 4f2a1c 81d0e2 77aa01 --to lab-2026.yaml"
        })
public final class ReferenceCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", arity = "1..*", description = RunsFolder.RUN_HELP)
    private List<String> named = new ArrayList<>();

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(
            names = "--to",
            paramLabel = "FILE",
            required = true,
            description = "File to write, which must not exist yet; its name is that of the reference.")
    private Path to = Path.of("");

    @Option(
            names = "--infrastructure",
            paramLabel = "WORKLOAD",
            description = "A workload whose operations are scored once for all tiles; may be repeated.")
    private List<String> infrastructure = new ArrayList<>();

    @Option(
            names = "--infrastructure-weight",
            paramLabel = "PART",
            description = "Weight of infrastructure in the score (default: ${DEFAULT-VALUE}).",
            defaultValue = "0.2")
    private double infrastructureWeight = 0.2;

    @Override
    public Integer call() throws IOException {
        if (!(infrastructureWeight > 0 && infrastructureWeight < 1)) {
            throw new UsageError(
                    "--infrastructure-weight is a part above 0 and below 1, and not " + infrastructureWeight + ".");
        }
        // A path without a name, such as the root of a file system, exists.
        UsageError.requireNew(to);
        String called = to.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        String flaw = ScalarTypes.flawOfName(called);
        if (!flaw.isEmpty()) {
            throw new UsageError("The name of a reference " + flaw + ", found '" + called + "'.");
        }
        Set<Path> folders = new LinkedHashSet<>();
        for (String run : named) {
            if (!folders.add(runs.find(run).toRealPath())) {
                throw new UsageError("'" + run + "' names a run that is named already: name each run once.");
            }
        }
        ReferenceMaker.Result made = ReferenceMaker.make(
                called,
                List.copyOf(folders),
                new LinkedHashSet<>(infrastructure),
                new ScoreReference.Weights(Math.rint((1 - infrastructureWeight) * 1e6) / 1e6, infrastructureWeight));
        if (!made.problems().isEmpty()) {
            throw new UsageError(String.join(System.lineSeparator() + "plateau: ", made.problems()));
        }
        Files.writeString(to, made.text(), StandardOpenOption.CREATE_NEW);
        System.out.println(to);
        return ExitCode.PASS.code();
    }
}
