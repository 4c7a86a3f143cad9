// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/**
 * Notes of people on a run, in the file {@code annotation.json} of its folder, which may be changed at any time. No
 * judgement reads it, and no manifest contains it. Immutable.
 *
 * @param archived whether lists omit it unless requested
 * @param pinned whether no user and no rule may delete it until it is unpinned
 */
public record RunAnnotation(
        String note,
        List<String> tags,
        boolean archived,
        boolean pinned,
        @Nullable String startedBy) {
    public static final RunAnnotation NONE = new RunAnnotation("", List.of(), false, false, null);

    public static final int MAX_NOTE = 10_000;

    public static final int MAX_TAGS = 20;

    private static final Pattern TAG = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._:/=+-]{0,39}");
    /** Control characters, and format characters that change the direction of text. */
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Cn}&&[^\n\t]]|[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final int MAX_NAME = 200;
    private static final String SCHEMA = "plateau.annotation/1";

    public RunAnnotation {
        tags = List.copyOf(new TreeSet<>(tags));
    }

    /** This annotation with another note, without characters that cannot be shown or change the direction of text. */
    public RunAnnotation withNote(String text) {
        String clean = plain(text).strip();
        if (clean.length() > MAX_NOTE) {
            throw new IllegalArgumentException("A note has at most " + MAX_NOTE + " characters.");
        }
        return new RunAnnotation(clean, tags, archived, pinned, startedBy);
    }

    /** This annotation with other tags, each in lower case and with hyphens in place of spaces. */
    public RunAnnotation withTags(List<String> words) {
        if (words.size() > MAX_TAGS) {
            throw new IllegalArgumentException("A run has at most " + MAX_TAGS + " tags.");
        }
        return new RunAnnotation(note, words.stream().map(RunAnnotation::tag).toList(), archived, pinned, startedBy);
    }

    public static String tag(String word) {
        String tag = SPACES.matcher(plain(word).strip()).replaceAll("-").toLowerCase(Locale.ROOT);
        if (!TAG.matcher(tag).matches()) {
            throw new IllegalArgumentException(
                    "A tag is of 1 to 40 letters, digits and . _ : / = + -, and begins with a letter or a digit.");
        }
        return tag;
    }

    public RunAnnotation withArchived(boolean isArchived) {
        return new RunAnnotation(note, tags, isArchived, pinned, startedBy);
    }

    public RunAnnotation withPinned(boolean isPinned) {
        return new RunAnnotation(note, tags, archived, isPinned, startedBy);
    }

    public RunAnnotation withStartedBy(String account) {
        String clean = SPACES.matcher(plain(account)).replaceAll(" ");
        return new RunAnnotation(note, tags, archived, pinned, clean.substring(0, Math.min(clean.length(), MAX_NAME)));
    }

    private static String plain(String text) {
        return UNPRINTABLE.matcher(text.replace("\r\n", "\n")).replaceAll("");
    }

    public static RunAnnotation read(RunFolder folder) throws IOException {
        try {
            Map<String, Object> stored = Documents.parse(Files.readString(folder.file(StoredFile.ANNOTATION)));
            Documents.requireSchema(StoredFile.ANNOTATION.fileName(), stored.get("schema"), SCHEMA);
            return Documents.ofTree(stored, RunAnnotation.class);
        } catch (NoSuchFileException e) {
            return NONE;
        } catch (IllegalArgumentException e) {
            throw new IOException(StoredFile.ANNOTATION.fileName() + " cannot be read: " + e.getMessage() + ".", e);
        }
    }

    /** Writes the annotation of a run atomically. Concurrent writers must take turns. */
    public void write(RunFolder folder) throws IOException {
        Map<String, @Nullable Object> tree = Documents.tree(this);
        tree.put("schema", SCHEMA);
        AtomicFile.write(folder.file(StoredFile.ANNOTATION), Documents.text(tree));
    }
}
