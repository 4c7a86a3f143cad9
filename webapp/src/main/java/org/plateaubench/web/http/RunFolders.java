// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import org.plateaubench.engine.store.RunFolder;

/** The folders of the runs directly below one folder. Thread-safe. */
public final class RunFolders {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,199}");
    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._-]+");
    private static final int MAX_SHOWN_CHARACTERS = 100;

    private final Path root;

    public RunFolders(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    public Path root() {
        return root;
    }

    /** Returns whether a text can be the id of a run: no path and no hidden name. */
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Returns the folder of a run; the id may be any text. Problem 404 when there is none, 409 for a symbolic link. */
    public RunFolder find(String id) {
        if (isId(id)) {
            Path folder = root.resolve(id);
            if (Files.isSymbolicLink(folder)) {
                throw Problem.conflict("The folder of run " + id + " is a symbolic link, which is not followed here.");
            }
            if (isRun(folder)) {
                return RunFolder.of(folder);
            }
        }
        throw Problem.notFound("There is no such run.");
    }

    /** Returns every run that {@link #find} would find, the oldest first. */
    public List<RunFolder> all() throws IOException {
        return RunFolder.list(root).stream()
                .filter(folder -> isId(folder.runId()) && !Files.isSymbolicLink(folder.path()))
                .toList();
    }

    /** Returns whether a folder, not a symbolic link to one, belongs to a run. */
    public static boolean isRun(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && RunFolder.isRun(folder);
    }

    /** Returns every run by its id. A folder with an invalid name gets an invented id. */
    public Map<String, Path> byId() throws IOException {
        Map<String, Path> all = new TreeMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (!name.startsWith(".") && Files.isDirectory(entry) && RunFolder.isRun(entry)) {
                    all.put(idOf(name), entry);
                }
            }
        } catch (NoSuchFileException e) {
            return Map.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /** Returns the id of a folder. An invalid name gives a unique id that finds no run. */
    private static String idOf(String name) {
        if (isId(name)) {
            return name;
        }
        String shown = OTHER.matcher(name).replaceAll("_");
        return "unnamed-" + shown.substring(0, Math.min(shown.length(), MAX_SHOWN_CHARACTERS)) + "-"
                + UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }
}
