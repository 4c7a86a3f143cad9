// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.plateaubench.api.Names;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.plugin.UntrustedArchive.RefusedArchive;

/** A zip file of one folder, the plugin's id, with jars and pages. One thread; it must not change. */
public final class PluginArchive implements AutoCloseable {
    static final long MAX_BYTES = 256L << 20;
    public static final long MAX_UNPACKED_BYTES = 512L << 20;

    static final int MAX_ENTRIES = 2_000;

    private static final String FORM =
            "a zip file of one folder, named as the plugin's id, with its jars. The build of a"
                    + " project that 'plugin new' makes writes one into target; by hand: mkdir my-plugin, cp *.jar my-plugin,"
                    + " zip -r my-plugin.zip my-plugin";

    private final UntrustedArchive archive;
    private final String id;

    private PluginArchive(UntrustedArchive archive, String id) {
        this.archive = archive;
        this.id = id;
    }

    public static PluginArchive open(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new UsageError("There is no file " + file + ".");
        }
        try {
            UntrustedArchive archive = UntrustedArchive.open(file, new UntrustedArchive.Bounds(MAX_BYTES, MAX_ENTRIES));
            try {
                return new PluginArchive(archive, id(archive));
            } catch (UsageError e) {
                archive.close();
                throw e;
            }
        } catch (RefusedArchive e) {
            throw refused(e);
        }
    }

    private static UsageError refused(Exception cause) {
        return new UsageError("The archive is refused: " + cause.getMessage() + ".");
    }

    /** The id of the plugin, the folder of all entries. */
    private static String id(UntrustedArchive archive) throws UsageError {
        Set<String> ids = new HashSet<>();
        boolean hasJar = false;
        for (UntrustedArchive.Entry entry : archive.entries()) {
            String[] parts = entry.path().split("/", -1);
            ids.add(parts[0]);
            hasJar |= parts.length == 2 && entry.path().endsWith(".jar") && !entry.isFolder();
        }
        if (ids.size() != 1 || !hasJar || !Names.isValid(ids.iterator().next())) {
            throw new UsageError("This is not an archive of a plugin, which is " + FORM + ".");
        }
        return ids.iterator().next();
    }

    String id() {
        return id;
    }

    public void unpack(Path folder, long mostBytes) throws IOException {
        try {
            archive.unpack(folder, mostBytes);
        } catch (RefusedArchive e) {
            throw refused(e);
        }
    }

    @Override
    public void close() throws IOException {
        archive.close();
    }
}
