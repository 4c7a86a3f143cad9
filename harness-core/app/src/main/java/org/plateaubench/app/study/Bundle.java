// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.plateaubench.app.plugin.UntrustedArchive;
import org.plateaubench.engine.store.ImportedTelemetry;
import org.plateaubench.engine.store.Manifest;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/**
 * Writes bundles: zip files of a run, or of a study with its runs, with all inputs of their judgement, the results, and
 * a manifest of all files in the form of a run's. Not included are pages, which are derived from the rest; the output
 * of SUTs and plugins, which may contain anything; and later notes, imported telemetry and judgements. Stateless; any
 * thread.
 */
public final class Bundle {
    public static final String SUFFIX = ".bundle.zip";

    private static final Set<String> LEFT_OUT = Stream.of(
                    StoredFile.REPORT,
                    StoredFile.REPORT_XML,
                    StoredFile.ANNOTATION,
                    StoredFile.OWNER,
                    StoredFile.PLUGIN_OUTPUT)
            .map(StoredFile::fileName)
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> FOLDERS_LEFT_OUT =
            Set.of(RunFolder.SUTS, RunFolder.JUDGEMENTS, ImportedTelemetry.FOLDER);

    private Bundle() {}

    /** The file must not exist; it is created when it is complete. */
    public static void ofRun(RunFolder run, Path file) throws IOException {
        RunFolder.State state = run.state();
        if (state != RunFolder.State.COMPLETED || !Files.isRegularFile(run.file(StoredFile.RESULT))) {
            throw new IOException("Run " + run.runId() + " is " + state.label()
                    + ", or has no result: a bundle is made of a run that was completed and judged.");
        }
        Map<String, Path> files = new LinkedHashMap<>();
        add(run.path(), files);
        write(files, file);
    }

    public static void ofStudy(StudyFolder study, Path file) throws IOException {
        if (study.isRunning()) {
            throw new IOException(study.id() + " is still running; a bundle can be made when it has ended.");
        }
        Path runs = Path.of(study.request().runs());
        List<String> ids = study.result().runIds();
        if (ids.isEmpty()) {
            throw new IOException(study.id() + " has no run.");
        }
        Map<String, Path> files = new LinkedHashMap<>();
        for (String name : List.of(StudyFolder.REQUEST, StudyFolder.LEDGER, StudyFolder.RESULT)) {
            Path document = study.path().resolve(name);
            if (Files.isRegularFile(document)) {
                files.put(study.id() + "/" + name, document);
            }
        }
        for (String id : ids) {
            Path run = runs.resolve(id);
            if (!RunFolder.isRun(run)) {
                throw new IOException(
                        "Its run " + id + " is not in " + runs + " any more, so it cannot be judged again.");
            }
            add(run, files);
        }
        write(files, file);
    }

    private static void add(Path run, Map<String, Path> files) throws IOException {
        List<String> changes = Manifest.changes(run);
        if (!changes.isEmpty()) {
            throw new IOException("No bundle is made of " + run.getFileName() + ": " + String.join("; ", changes)
                    + ". Restore its folder from a copy.");
        }
        try (Stream<Path> all = Files.walk(run)) {
            for (Path file : all.sorted().toList()) {
                Path within = run.relativize(file);
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && !LEFT_OUT.contains(within.toString())
                        && !FOLDERS_LEFT_OUT.contains(within.getName(0).toString())) {
                    files.put(run.getFileName() + "/" + within, file);
                }
            }
        }
    }

    private static void write(Map<String, Path> files, Path file) throws IOException {
        for (Map.Entry<String, Path> entry : files.entrySet()) {
            if (!UntrustedArchive.isAccepted(entry.getKey())) {
                throw new IOException(
                        "The file " + entry.getValue() + " cannot be in a bundle. " + UntrustedArchive.NAME_RULE + ".");
            }
        }
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(unfinished))) {
                zip.putNextEntry(new ZipEntry(StoredFile.MANIFEST.fileName()));
                zip.write(Manifest.text(files).getBytes(StandardCharsets.UTF_8));
                for (Map.Entry<String, Path> entry : files.entrySet()) {
                    zip.putNextEntry(new ZipEntry(entry.getKey()));
                    Files.copy(entry.getValue(), zip);
                }
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
