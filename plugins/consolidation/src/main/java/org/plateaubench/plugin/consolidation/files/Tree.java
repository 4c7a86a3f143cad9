// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.plateaubench.api.KeyedRandom;

/** The folder of a workload with the folders and files of its users, and its marker. */
record Tree(Path root) {
    private static final Set<String> MARKERS = Set.of("plateau.marker", "plateau.marker.new");

    /** The content of the tree; {@code foreign} does not belong to the workload. Folders come before their subfolders. */
    record Listing(List<FileName> files, List<Path> folders, List<Path> foreign) {
        Set<Long> identities() {
            return files.stream().map(FileName::identity).collect(Collectors.toSet());
        }
    }

    /** Names of amounts; {@code OVERWRITES} are the versions of all blocks. */
    static final String FILES = "files";

    static final String BLOCKS = "blocks";
    static final String OVERWRITES = "overwrites";
    static final String DAMAGED = "damaged blocks";

    Path path(FileName name) {
        return root.resolve(name.path());
    }

    Path folder(int user, int folder) {
        return root.resolve(FileName.folder(user, folder));
    }

    Path marker() {
        return root.resolve("plateau.marker");
    }

    Path newMarker() {
        return root.resolve("plateau.marker.new");
    }

    /** Lists the tree, without following links; nothing if there is none. */
    Listing list() throws IOException {
        Listing listing = new Listing(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        if (!Files.exists(root)) {
            return listing;
        }
        try (Stream<Path> paths = Files.walk(root)) {
            paths.skip(1).forEach(path -> {
                Path relative = root.relativize(path);
                Optional<FileName> name = FileName.of(relative);
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                        && FileName.FOLDER.matcher(relative.toString()).matches()) {
                    listing.folders.add(path);
                } else if (name.isPresent() && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    listing.files.add(name.get());
                } else if (!MARKERS.contains(relative.toString())) {
                    listing.foreign.add(path);
                }
            });
            return listing;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    Map<String, Long> read(Listing listing) throws IOException, InterruptedException {
        Map<String, Long> amounts = new TreeMap<>(Map.of(BLOCKS, 0L, OVERWRITES, 0L, DAMAGED, 0L));
        amounts.put(FILES, (long) listing.files.size());
        for (FileName name : listing.files) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            for (int version : versions(name)) {
                amounts.merge(BLOCKS, 1L, Long::sum);
                amounts.merge(OVERWRITES, Math.max(0L, version), Long::sum);
                amounts.merge(DAMAGED, version == Block.DAMAGED ? 1L : 0L, Long::sum);
            }
        }
        return amounts;
    }

    int[] versions(FileName name) throws IOException {
        try (FileChannel channel = FileChannel.open(path(name), StandardOpenOption.READ)) {
            int[] versions = new int[(int) Math.ceilDiv(channel.size(), (long) Block.BYTES)];
            ByteBuffer buffer = ByteBuffer.allocate(Block.BYTES);
            for (int index = 0; index < versions.length; index++) {
                versions[index] = fill(channel, buffer.clear(), (long) index * Block.BYTES)
                        ? Block.read(buffer.flip(), name.identity(), index)
                        : Block.DAMAGED;
            }
            return versions;
        }
    }

    /** Reads until the buffer is full; returns false if the file ends before. */
    static boolean fill(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                return false;
            }
            at += count;
        }
        return true;
    }

    static void write(FileChannel channel, FileName name, int first, int[] versions) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(versions.length * Block.BYTES);
        for (int i = 0; i < versions.length; i++) {
            Block.write(buffer, name.identity(), first + i, versions[i]);
        }
        buffer.flip();
        long at = (long) first * Block.BYTES;
        while (buffer.hasRemaining()) {
            at += channel.write(buffer, at);
        }
    }

    /** The content of a block of a file: its identity, its version, bytes that follow from these, and a checksum. */
    static final class Block {
        static final int BYTES = 4096;

        /** The version that is reported for a damaged block or a block of another file. */
        static final int DAMAGED = -1;

        private static final int HEADER = 16;
        private static final int CHECKSUM_AT = BYTES - Integer.BYTES;

        private Block() {}

        /** Writes a block, which was overwritten {@code version} times, at the position of the buffer. */
        static void write(ByteBuffer buffer, long file, int index, int version) {
            int start = buffer.position();
            buffer.putLong(file).putInt(index).putInt(version);
            long key = KeyedRandom.key(KeyedRandom.key(file, index), version);
            for (int at = HEADER; at < CHECKSUM_AT - Integer.BYTES; at += Long.BYTES) {
                key = key * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
                buffer.putLong(key);
            }
            buffer.putInt(0);
            buffer.putInt(checksum(buffer, start));
        }

        private static int checksum(ByteBuffer buffer, int start) {
            CRC32C checksum = new CRC32C();
            checksum.update(buffer.slice(start, CHECKSUM_AT));
            return (int) checksum.getValue();
        }

        /** Returns the version of the block at the position of the buffer, and moves past it; {@link #DAMAGED} for none. */
        static int read(ByteBuffer buffer, long file, int index) {
            int start = buffer.position();
            buffer.position(start + BYTES);
            boolean isCorrect = buffer.getLong(start) == file
                    && buffer.getInt(start + Long.BYTES) == index
                    && buffer.getInt(start + CHECKSUM_AT) == checksum(buffer, start);
            return isCorrect ? Math.max(DAMAGED, buffer.getInt(start + Long.BYTES + Integer.BYTES)) : DAMAGED;
        }
    }

    /** The name of a file, which determines its folder; each number is used for only one file of the user. */
    record FileName(int user, int number, int renames) {
        static final int FOLDERS = 10;

        private static final Pattern FORM = Pattern.compile("u(\\d{1,7})/d(\\d)/f(\\d{1,9})-(\\d{1,9})");
        /** The folders of users, and those in them. */
        static final Pattern FOLDER = Pattern.compile("u\\d{1,7}(/d\\d)?");

        /** Returns the name of a path below the root of the tree; empty if it is not that of a file of the workload. */
        static Optional<FileName> of(Path relative) {
            Matcher matcher = FORM.matcher(relative.toString());
            if (!matcher.matches()) {
                return Optional.empty();
            }
            FileName name = new FileName(
                    Integer.parseInt(matcher.group(1)),
                    Integer.parseInt(matcher.group(3)),
                    Integer.parseInt(matcher.group(4)));
            return name.path().equals(relative.toString()) ? Optional.of(name) : Optional.empty();
        }

        static String folder(int user, int folder) {
            return "u" + user + "/d" + folder;
        }

        int folder() {
            return number % FOLDERS;
        }

        String path() {
            return folder(user, folder()) + "/f" + number + "-" + renames;
        }

        long identity() {
            return ((long) user << Integer.SIZE) | number;
        }

        FileName renamed() {
            return new FileName(user, number, renames + 1);
        }
    }
}
