// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunReports;
import org.plateaubench.app.UsageError;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.engine.report.PublicReport;
import org.plateaubench.engine.store.IntervalExport;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        description = {"Shows a stored run: as text, or in another form.", RunsFolder.VERDICT_HELP},
        footer = {
            "  ./plateau report last",
            "  ./plateau report 4f2a1c --json",
            "  ./plateau report 4f2a1c --public --notes notes.txt --to result.html"
        })
public final class ReportCommand implements Callable<Integer> {
    @Parameters(index = "0", description = RunsFolder.RUN_HELP)
    private String run = "";

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @ArgGroup
    private Form form = new Form();

    static final class Form {
        @Option(names = "--open", description = "Open report.html in the browser.")
        private boolean open;

        @Option(
                names = "--trust",
                description = "Print what the trust in the figures is based on: reasons in full, audits, and the load"
                        + " generator with its hosts.")
        private boolean trust;

        @Option(names = "--json", description = "Print result.json.")
        private boolean json;

        @Option(names = "--junit", description = "Print the JUnit report.")
        private boolean junit;

        @Option(names = "--intervals", description = "Print what was measured in each interval, as JSON lines.")
        private boolean intervals;

        @Option(
                names = "--histograms",
                description = "Print the histograms of each interval in the log format of HdrHistogram.")
        private boolean histograms;

        @Option(
                names = "--public",
                description = "Write one page to publish: score, verdict, figures, hardware, tuning and notes, without"
                        + " secrets, paths, and names and addresses of hosts. Read it before you publish it.")
        private boolean isPublic;
    }

    @Option(
            names = "--to",
            paramLabel = "<file>",
            description = "File of --public, which must not exist yet; by default the run's id with .html.")
    private @Nullable Path to;

    @Option(
            names = "--notes",
            description = "Notes of --public: plain text in UTF-8; by default the note of the run in the console.")
    private @Nullable Path notes;

    @Override
    public Integer call() throws IOException {
        if (!form.isPublic && (to != null || notes != null)) {
            throw new UsageError("--to and --notes need --public.");
        }
        Path folder = runs.findEnded(run);
        if (form.intervals || form.histograms) {
            StoredRun stored = RunReader.read(folder);
            stored.damage().forEach(CommandName::report);
            PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
            if (form.intervals) {
                IntervalExport.json(stored, out);
            } else {
                IntervalExport.histograms(stored, out);
            }
            out.flush();
            return (stored.damage().isEmpty() ? ExitCode.PASS : ExitCode.INVALID).code();
        }
        try (Installation installation = Installation.open()) {
            RunReports reports = installation.reports(folder);
            if (form.open && !reports.run().damage().isEmpty()) {
                Terminal.print(reports.judgement(), folder);
            } else if (form.open) {
                URI page = StoredFile.REPORT.in(folder).toUri();
                System.out.println(page);
                Terminal.open(page.toString());
            } else if (form.json) {
                System.out.print(reports.json());
            } else if (form.junit) {
                System.out.print(reports.junit());
            } else if (form.isPublic) {
                System.out.println(publish(reports, RunFolder.of(folder)));
            } else if (form.trust) {
                Terminal.printTrust(reports.judgement());
            } else {
                Terminal.print(reports.judgement(), folder);
            }
            return ExitCode.of(reports.judgement().verdict()).code();
        }
    }

    private Path publish(RunReports reports, RunFolder folder) throws IOException {
        Path file = to == null ? Path.of(folder.runId() + ".html") : to;
        UsageError.requireNew(file);
        String page = PublicReport.of(
                reports.run(),
                reports.judgement(),
                notes == null ? RunAnnotation.read(folder).note() : text(notes));
        return Files.writeString(file, page, StandardOpenOption.CREATE_NEW);
    }

    private static String text(Path notes) throws IOException {
        UsageError.requireFile(notes, "--notes: ");
        try {
            return Files.readString(notes);
        } catch (CharacterCodingException e) {
            throw new UsageError("--notes: " + notes + " is not text in UTF-8.");
        }
    }
}
