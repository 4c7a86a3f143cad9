// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.api.UsedFile;
import org.plateaubench.app.RunTicket;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.process.FileTree;
import org.plateaubench.web.http.FilePart;

/** The files of an item: its state, its run file, the output of its process, and the tickets of its starts. */
final class ItemFolder {
    /**
     * Path of the run file in the folder of the run file and of the files that it names; none of those has this name.
     */
    static final String RUN_FILE = "run/config.yaml";

    /** Folder of the copies of a study file, its run file and the files that it names, with their paths among the run files. */
    static final String STUDY = "study/";

    private static final String ITEM = "item.json";
    private static final String OUTPUT = "output.log";
    private static final int SHOWN_LENGTH = 500;
    private static final int END_BYTES = 8_192;
    /** Characters that are removed from the output of a process. */
    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{Cc}+");

    private static final System.Logger LOG = System.getLogger(ItemFolder.class.getName());

    private final Path folder;

    ItemFolder(Path queue, String id) {
        folder = queue.resolve(id).toAbsolutePath();
    }

    /**
     * Returns the texts of a run file and of the files that it names, by their paths in the folder of the item.
     *
     * @param usedFiles texts by their paths from the folder of the run file
     */
    static Map<String, String> files(String runFile, String text, Map<String, String> usedFiles) {
        Map<String, String> files = new LinkedHashMap<>();
        usedFiles.forEach((path, content) ->
                files.put(Path.of(runFile).resolveSibling(path).normalize().toString(), content));
        files.put(runFile, text);
        return files;
    }

    /** Stores files by their paths in this folder; they are on the disk, with their folders, when this returns. */
    void store(Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            AtomicFile.createFolders(path.resolveSibling("."));
            AtomicFile.write(path, UsedFile.bytes(file.getValue()));
        }
    }

    /** Returns the copy of a file of a study. */
    Path studyFile(String path) {
        return folder.resolve(STUDY + path);
    }

    /** Returns the file that the user submitted. */
    Path submitted(QueueItem item) {
        QueueItem.Study study = item.wanted().study();
        return study != null && study.hasFile() ? studyFile(study.path()) : runFile();
    }

    /** Stores the state of the item, on the disk when this returns. */
    void store(QueueItem item) throws IOException {
        Files.createDirectories(folder);
        AtomicFile.write(folder.resolve(ITEM), Documents.text(item));
    }

    /**
     * Returns the last stored state of every item, by its folder; an unreadable item is left out, so that the rest can
     * continue.
     */
    static List<QueueItem> all(Path queue) throws IOException {
        List<QueueItem> items = new ArrayList<>();
        if (Files.isDirectory(queue)) {
            try (Stream<Path> folders = Files.list(queue)) {
                for (Path file : folders.map(folder -> folder.resolve(ITEM))
                        .filter(Files::isRegularFile)
                        .toList()) {
                    try {
                        items.add(Documents.read(Files.readString(file), QueueItem.class));
                    } catch (IOException | RuntimeException e) {
                        LOG.log(System.Logger.Level.WARNING, file + " cannot be read and is left out: " + e);
                    }
                }
            }
        }
        return items;
    }

    Path runFile() {
        return folder.resolve(RUN_FILE);
    }

    Path output() {
        return folder.resolve(OUTPUT);
    }

    Path ticketFolder(int attempt) {
        return folder.resolve("start-" + attempt);
    }

    RunTicket ticket(int attempt) throws IOException {
        return RunTicket.issue(ticketFolder(attempt));
    }

    /** Returns the last sentence that the process printed, without the prefix of the command line. */
    Optional<String> lastSentence() {
        try {
            List<String> lines = FilePart.last(output(), END_BYTES)
                    .text()
                    .lines()
                    .map(line -> UNPRINTABLE.matcher(line).replaceAll(" ").strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
            return lines.reversed().stream()
                    .filter(line -> line.startsWith("plateau: "))
                    .findFirst()
                    .or(() -> lines.reversed().stream().findFirst())
                    .map(line -> line.replaceFirst("^plateau: ", ""))
                    .map(line -> line.substring(0, Math.min(SHOWN_LENGTH, line.length())));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void delete() throws IOException {
        FileTree.remove(folder);
    }
}
