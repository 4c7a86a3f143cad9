// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The volumes of a daemon's active storage pools. Not thread-safe. */
final class StoredVolumes {
    private static final String GONE = "Storage volume not found";
    /** The error for a volume that is being written or read. */
    private static final String BUSY = "Requested operation is not valid";

    private static final Duration BUSY_GAP = Duration.ofMillis(100);
    /** A line of {@code vol-list}: name and path in columns. */
    private static final Pattern LINE = Pattern.compile(" *(\\S.*?) {2,}(\\S.*?) *");

    private static final String VOL = "--vol";
    private static final String POOL = "--pool";

    private final Virsh virsh;

    StoredVolumes(Virsh virsh) {
        this.virsh = virsh;
    }

    List<String> pools(Duration limit) throws IOException, InterruptedException {
        return virsh.run(limit, "pool-list", "--name")
                .lines()
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .sorted()
                .toList();
    }

    /** Copies the volume at a path, which must be in an active pool, and returns the path of the copy. */
    String copy(String file, String pool, String name, Duration limit) throws IOException, InterruptedException {
        DomainDocument description = DomainDocument.read(virsh.run(limit, "vol-dumpxml", VOL, file));
        withDescriptionFile(
                description.describeVolume(name),
                path -> virsh.run(limit, "vol-create-from", POOL, pool, "--file", path, VOL, file));
        return virsh.run(limit, "vol-path", VOL, name, POOL, pool).strip();
    }

    @FunctionalInterface
    interface Command {
        void run(String file) throws IOException, InterruptedException;
    }

    static void withDescriptionFile(String description, Command command) throws IOException, InterruptedException {
        Path file = Files.createTempFile("plateau-", ".xml");
        try {
            Files.writeString(file, description);
            command.run(file.toString());
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Deletes the unused volumes with the given pools and names. A volume that cannot be deleted does not prevent the
     * deletion of others.
     *
     * @param used paths and names of used volumes, as {@link DomainDocument#sources} returns them
     * @param limit longest wait for all volumes that are being written or read
     * @throws PlatformException if volumes were not deleted, with libvirt's message about each
     */
    void delete(Predicate<String> pools, Predicate<String> names, Set<String> used, Duration limit)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        PlatformException.Refusals refusals = new PlatformException.Refusals();
        for (String pool : pools(limit).stream().filter(pools).toList()) {
            for (Matcher volume : volumes(pool, limit)) {
                String name = volume.group(1);
                if (names.test(name)
                        && !used.contains(DomainDocument.nameInPool(pool, name))
                        && !used.contains(volume.group(2))) {
                    refusals.collect(() -> delete(limit, deadline, VOL, name, POOL, pool));
                }
            }
        }
        refusals.throwIfAny();
    }

    private List<Matcher> volumes(String pool, Duration limit) throws IOException, InterruptedException {
        Stream<String> lines = virsh.run(limit, "vol-list", POOL, pool).lines();
        return lines.map(LINE::matcher).filter(Matcher::matches).toList();
    }

    void delete(String path, Duration limit) throws IOException, InterruptedException {
        delete(limit, System.nanoTime() + limit.toNanos(), VOL, path);
    }

    /**
     * Deletes a volume, and waits for the end of a copy that libvirt continues after its client has disconnected,
     * because libvirt refuses to delete it meanwhile.
     */
    private void delete(Duration limit, long deadline, String... volume) throws IOException, InterruptedException {
        String[] command =
                Stream.concat(Stream.of("vol-delete"), Stream.of(volume)).toArray(String[]::new);
        while (true) {
            try {
                virsh.run(limit, command);
                return;
            } catch (PlatformException e) {
                if (e.fault().equals(GONE)) {
                    return;
                }
                if (!e.fault().equals(BUSY) || System.nanoTime() - deadline > 0) {
                    throw e;
                }
            }
            Thread.sleep(BUSY_GAP);
        }
    }
}
