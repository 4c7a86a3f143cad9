// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "schema",
        description = {
            "Prints the JSON Schema of run files, or of result.json or plan.json.",
            "The schema of run files includes the parameters of the installed plugins and is for editors; the others"
                    + " are for programs that read these files."
        },
        footer = {"", "Examples:", "  ./plateau schema > plateau.schema.json", "  ./plateau schema result"})
public final class SchemaCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "DOCUMENT", description = "run (the default), plan or result.")
    private String document = "run";

    @Override
    public Integer call() throws IOException {
        String schema = switch (document) {
            case "run" -> ofRunFiles();
            case "plan" -> RunPlan.jsonSchema();
            case "result" -> Judgement.jsonSchema();
            default ->
                throw new UsageError("There is no schema of '" + document + "'; there are run, plan and result.");
        };
        System.out.print(schema);
        return ExitCode.PASS.code();
    }

    private static String ofRunFiles() throws IOException {
        try (Installation installation = Installation.open()) {
            return installation.schema();
        }
    }
}
