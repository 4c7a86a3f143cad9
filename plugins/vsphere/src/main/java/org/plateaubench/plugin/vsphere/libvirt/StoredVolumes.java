// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.plateaubench.plugin.vsphere.vim.Refusals;
import org.plateaubench.plugin.vsphere.vim.VimException;

/** The volumes of a daemon's active storage pools. One thread at a time. */
final class StoredVolumes {
    /** Selects the active pools. */
    private static final int ACTIVE = 2;
    /** The fault for a volume that does not exist. */
    private static final String GONE = "Libvirt50";
    /** The fault for a volume that is being written or read. */
    private static final String BUSY = "Libvirt55";

    private static final Duration BUSY_GAP = Duration.ofMillis(100);

    private final RpcChannel channel;

    StoredVolumes(RpcChannel channel) {
        this.channel = channel;
    }

    /** The name of a volume in calls. */
    private record Volume(String pool, String name, String key) {
        static Volume read(XdrReader answer) throws IOException {
            return new Volume(answer.text(), answer.text(), answer.text());
        }

        XdrWriter write(XdrWriter arguments) {
            return arguments.text(pool).text(name).text(key);
        }
    }

    Set<String> pools(Duration limit) throws IOException, InterruptedException {
        return new TreeSet<>(identities(limit).keySet());
    }

    /** Returns the identities of the active pools by name. */
    private Map<String, String> identities(Duration limit) throws IOException, InterruptedException {
        XdrReader found = channel.call(
                Procedure.CONNECT_LIST_ALL_STORAGE_POOLS,
                new XdrWriter().number(1).number(ACTIVE),
                limit);
        Map<String, String> identities = new HashMap<>();
        for (int i = found.elements(); i > 0; i--) {
            identities.put(found.text(), HexFormat.of().formatHex(found.opaque(DomainName.UUID_BYTES)));
        }
        return identities;
    }

    private XdrWriter pool(String name, Duration limit) throws IOException, InterruptedException {
        String identity = identities(limit).get(name);
        if (identity == null) {
            throw new VimException("NotFound", "There is no active storage pool '" + name + "'.");
        }
        return new XdrWriter().text(name).opaque(HexFormat.of().parseHex(identity));
    }

    /**
     * Copies a volume.
     *
     * @param file path of the volume, which must be in an active pool
     * @return path of the copy
     */
    String copy(String file, String pool, String name, Duration limit) throws IOException, InterruptedException {
        Volume source =
                Volume.read(channel.call(Procedure.STORAGE_VOL_LOOKUP_BY_PATH, new XdrWriter().text(file), limit));
        String description = channel.call(
                        Procedure.STORAGE_VOL_GET_XML_DESC,
                        source.write(new XdrWriter()).number(0),
                        limit)
                .text();
        XdrWriter arguments =
                pool(pool, limit).text(DomainDocument.read(description).volume(name));
        Volume copy = Volume.read(channel.call(
                Procedure.STORAGE_VOL_CREATE_XML_FROM, source.write(arguments).number(0), limit));
        return channel.call(Procedure.STORAGE_VOL_GET_PATH, copy.write(new XdrWriter()), limit)
                .text();
    }

    /**
     * Deletes the unused volumes with the given pools and names. A volume that cannot be deleted does not prevent the
     * deletion of others.
     *
     * @param used paths and names of used volumes, as {@link DomainDocument#sources} returns them
     * @param limit longest wait for all volumes that are being written or read
     * @throws VimException if volumes were not deleted, with libvirt's message about each
     */
    void delete(Predicate<String> pools, Predicate<String> names, Set<String> used, Duration limit)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        Refusals refusals = new Refusals();
        for (String pool : pools(limit)) {
            if (!pools.test(pool)) {
                continue;
            }
            for (Volume volume : volumes(pool, limit)) {
                if (names.test(volume.name()) && !used.contains(DomainDocument.inPool(pool, volume.name()))) {
                    refusals.collect(() -> deleteUnused(volume, used, limit, deadline));
                }
            }
        }
        refusals.raise();
    }

    private void deleteUnused(Volume volume, Set<String> used, Duration limit, long deadline)
            throws IOException, InterruptedException {
        String path = channel.call(Procedure.STORAGE_VOL_GET_PATH, volume.write(new XdrWriter()), limit)
                .text();
        if (!used.contains(path)) {
            delete(volume, limit, deadline);
        }
    }

    /** Deletes the volume at a path, if there is one. */
    void delete(String path, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        Volume volume;
        try {
            volume = Volume.read(channel.call(Procedure.STORAGE_VOL_LOOKUP_BY_PATH, new XdrWriter().text(path), limit));
        } catch (VimException e) {
            if (e.fault().equals(GONE)) {
                return;
            }
            throw e;
        }
        delete(volume, limit, deadline);
    }

    /**
     * Deletes a volume, and waits for the end of a copy that libvirt continues after its client has disconnected,
     * because libvirt refuses to delete it meanwhile.
     */
    private void delete(Volume volume, Duration limit, long deadline) throws IOException, InterruptedException {
        while (true) {
            try {
                channel.call(
                        Procedure.STORAGE_VOL_DELETE,
                        volume.write(new XdrWriter()).number(0),
                        limit);
                return;
            } catch (VimException e) {
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

    private List<Volume> volumes(String pool, Duration limit) throws IOException, InterruptedException {
        XdrReader found = channel.call(
                Procedure.STORAGE_POOL_LIST_ALL_VOLUMES,
                pool(pool, limit).number(1).number(0),
                limit);
        List<Volume> volumes = new ArrayList<>();
        for (int i = found.elements(); i > 0; i--) {
            volumes.add(Volume.read(found));
        }
        return volumes;
    }
}
