// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.loader.NearestName;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutServiceType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "prefetch",
        description = {
            "Downloads the programs of embedded servers, such as PostgreSQL, which are otherwise downloaded when each"
                    + " is first started.",
            "Copy the folder to a host without network and name it there in the variable PLATEAU_BINARIES."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau prefetch --to binaries postgresql",
            "  PLATEAU_BINARIES=binaries ./plateau run configs/runs/dvdstore-postgresql.yaml"
        })
public final class PrefetchCommand implements Callable<Integer> {
    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            description = "Folder for the programs (default: binaries).",
            defaultValue = "binaries")
    private Path to = Path.of("binaries");

    @Parameters(paramLabel = "SERVICE", description = "SUT services (default: all).")
    private List<String> wanted = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Installation installation = Installation.open()) {
            PluginCatalog catalog = installation.catalog();
            List<String> services = catalog.sutServiceNames();
            for (String service : wanted) {
                if (!services.contains(service)) {
                    throw new UsageError(
                            "There is no SUT service '" + service + "'" + NearestName.hint(service, services));
                }
            }
            Path folder = to.toAbsolutePath();
            List<String> fetched = new ArrayList<>();
            for (String service : wanted.isEmpty() ? services : wanted) {
                if (fetch(catalog.sutService(service).orElseThrow(), service, folder)) {
                    fetched.add(service);
                }
            }
            System.out.println(
                    fetched.isEmpty()
                            ? "None of these services has programs to fetch."
                            : "In " + folder + ": programs of " + String.join(", ", fetched)
                                    + ". Runs take them where PLATEAU_BINARIES names this folder.");
            return ExitCode.PASS.code();
        }
    }

    /** Fetches the programs that are not in the folder, which may take minutes; false if there are none to fetch. */
    private static boolean fetch(SutServiceType<?> sut, String service, Path folder)
            throws IOException, InterruptedException {
        try {
            return sut.prefetch(folder, (what, done, total, unit) -> CommandName.report(what));
        } catch (SutException e) {
            throw new IOException(service + ": " + e.getMessage(), e);
        }
    }
}
