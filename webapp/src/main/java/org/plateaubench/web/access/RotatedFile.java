// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.plateaubench.engine.store.AtomicFile;

/**
 * Files of lines, to the last of which lines are appended. A full file is followed by a new one, and the oldest file is
 * deleted when there are more than are kept. One thread at a time.
 */
final class RotatedFile {
    private static final String END = ".ndjson";

    private final Path folder;
    private final String name;
    private final int lines;
    private final int files;
    /** The size of the last file up to its last complete line. */
    private long sizeBytes;

    private int used;

    /**
     * Opens the files of a name.
     *
     * @param files files that are kept, the last one included
     */
    RotatedFile(Path folder, String name, int lines, int files) throws IOException {
        this.folder = folder;
        this.name = name;
        this.lines = lines;
        this.files = files;
        List<Path> all = all();
        while (!all.isEmpty() && used == 0) {
            byte[] last = Files.readAllBytes(all.getLast());
            for (int i = 0; i < last.length; i++) {
                if (last[i] == '\n') {
                    used++;
                    sizeBytes = i + 1L;
                }
            }
            if (used == 0) {
                // The console was killed before the first line was complete.
                Files.delete(all.removeLast());
            }
        }
    }

    /** Returns the files, the oldest first. */
    List<Path> all() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return new ArrayList<>(all.filter(file -> {
                        String found = file.getFileName().toString();
                        return found.startsWith(name + "-") && found.endsWith(END);
                    })
                    .sorted()
                    .toList());
        }
    }

    /**
     * Appends a line, which is on the disk when this returns.
     *
     * @param number number of the line, greater than those of all lines before
     */
    void append(long number, String line) throws IOException {
        List<Path> all = all();
        if (all.isEmpty() || used == lines) {
            all.add(folder.resolve(String.format(Locale.ROOT, "%s-%012d%s", name, number, END)));
            used = 0;
            sizeBytes = 0;
        }
        try (FileChannel channel =
                FileChannel.open(all.getLast(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // A killed console, or a full disk, may have left a part of a line.
            channel.truncate(sizeBytes).position(sizeBytes);
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            int length = bytes.remaining();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
            sizeBytes += length;
        }
        used++;
        if (used == 1) {
            while (all.size() > files) {
                Files.delete(all.removeFirst());
            }
            AtomicFile.forceFolder(folder);
        }
    }
}
