// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.app.archive.UntrustedArchive;
import org.plateaubench.app.signing.Ed25519;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.loader.Sha256;
import org.plateaubench.loader.isolation.ShownText;

/** A bundle that was unpacked, with the results of its check. Not thread-safe. */
final class UnpackedBundle {
    static final UntrustedArchive.Bounds BOUNDS = new UntrustedArchive.Bounds((1L << 32) - 1, 10_000);

    /**
     * The greatest ratio of unpacked to packed size. A bundle is not compressed; if another program has packed it
     * again, it is smaller, which is reported.
     */
    private static final int MOST_TIMES_PACKED = 50;

    /**
     * The greatest size of an index, in bytes: three times that of an index of as many files as a bundle may have, with
     * the longest paths.
     */
    private static final long MOST_INDEX_BYTES = 16L << 20;

    private final Path file;
    private final UntrustedArchive archive;
    private final Path folder;
    private final List<String> problems = new ArrayList<>();

    UnpackedBundle(Path file, UntrustedArchive archive, Path folder) {
        this.file = file;
        this.archive = archive;
        this.folder = folder;
    }

    /** The greatest size to which a bundle is unpacked, in bytes, so that a small file does not fill a disk. */
    static long mostBytes(Path file) throws IOException {
        return Math.min(BOUNDS.bytes(), MOST_TIMES_PACKED * Files.size(file));
    }

    BundleCheck check(Optional<PublicKey> key) throws IOException {
        Optional<BundleIndex> read = index();
        if (read.isEmpty()) {
            return BundleCheck.unread(problems);
        }
        BundleIndex index = read.get();
        BundleCheck.Signed signature = signature(key);
        compareFiles(index);
        if (problems.isEmpty()) {
            compareBytes(index, signature != BundleCheck.Signed.NONE);
        }
        String runId = index.runId();
        return runId == null ? ofStudy(index, signature) : ofRun(runId, index, signature);
    }

    private BundleCheck ofRun(String runId, BundleIndex index, BundleCheck.Signed signature) {
        JudgedAgain judged = JudgedAgain.of(RunFolder.of(folder.resolve(runId)), BOUNDS.bytes());
        judged.problems().forEach(problem -> problems.add(withoutFolder(problem)));
        return new BundleCheck(
                runId,
                null,
                index.files().size(),
                signature,
                judged.verdict(),
                judged.score(),
                judged.figures(),
                problems);
    }

    private BundleCheck ofStudy(BundleIndex index, BundleCheck.Signed signature) {
        String id = Objects.requireNonNull(index.studyId());
        JudgedStudy judged = JudgedStudy.of(id, folder, BOUNDS.bytes());
        Set<String> known = new HashSet<>(judged.runs());
        known.add(id);
        index.files().stream()
                .map(item -> item.path().split("/", 2)[0])
                .distinct()
                .filter(first -> !known.contains(first) && judged.figures() != BundleCheck.Figures.UNKNOWN)
                .forEach(first -> problems.add("The folder " + ShownText.of(first) + " is not one of its runs."));
        judged.problems().forEach(problem -> problems.add(withoutFolder(problem)));
        return new BundleCheck(
                null,
                new BundleCheck.OfStudy(id, judged.runs().size(), judged.outcome(), judged.scores()),
                index.files().size(),
                signature,
                null,
                null,
                judged.figures(),
                problems);
    }

    /** A problem with the names of files in the form of the bundle. */
    private String withoutFolder(String problem) {
        return problem.replace(folder + "/", "");
    }

    private Optional<BundleIndex> index() throws IOException {
        Path path = folder.resolve(BundleIndex.NAME);
        if (!Files.isRegularFile(path)) {
            problems.add("This is not a bundle: it has no " + BundleIndex.NAME + ".");
            return Optional.empty();
        }
        if (Files.size(path) > MOST_INDEX_BYTES) {
            problems.add(BundleIndex.NAME + " is damaged: it is larger than " + (MOST_INDEX_BYTES >> 20) + " MiB.");
            return Optional.empty();
        }
        try {
            BundleIndex index = Documents.readKnown(Files.readString(path), BundleIndex.class);
            boolean isStudy = index.schema().equals(BundleIndex.OF_STUDY);
            if (!isStudy && !index.schema().equals(BundleIndex.OF_RUN)) {
                problems.add("The form of the bundle is '" + ShownText.of(index.schema()) + "', and this version of"
                        + " Plateau reads " + BundleIndex.OF_RUN + " and " + BundleIndex.OF_STUDY
                        + "; a later version may read it.");
                return Optional.empty();
            }
            String id = isStudy ? index.studyId() : index.runId();
            boolean isOnlyOne = (isStudy ? index.runId() : index.studyId()) == null;
            if (id == null || !isOnlyOne || !UntrustedArchive.isAccepted(id) || id.contains("/")) {
                problems.add(BundleIndex.NAME + " is damaged: '" + ShownText.of(String.valueOf(id))
                        + "' is not the id of a " + (isStudy ? "study" : "run") + ".");
                return Optional.empty();
            }
            return Optional.of(index);
        } catch (CharacterCodingException e) {
            problems.add(BundleIndex.NAME + " is damaged: it is not text in UTF-8.");
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            problems.add(BundleIndex.NAME + " is damaged: " + ShownText.of(String.valueOf(e.getMessage())) + ".");
            return Optional.empty();
        }
    }

    private BundleCheck.Signed signature(Optional<PublicKey> key) throws IOException {
        Path path = folder.resolve(BundleIndex.SIGNATURE);
        boolean isThere = Files.isRegularFile(path);
        if (isThere && Files.size(path) != Ed25519.SIGNATURE_BYTES) {
            // It is not read, because a bundle may contain any number of bytes in its place.
            problems.add(BundleIndex.SIGNATURE + " is not a signature: it has " + Files.size(path)
                    + " bytes, and a signature has " + Ed25519.SIGNATURE_BYTES + ".");
            return key.isEmpty() ? BundleCheck.Signed.UNCHECKED : BundleCheck.Signed.NOT_BY_THE_KEY;
        }
        if (key.isEmpty()) {
            return isThere ? BundleCheck.Signed.UNCHECKED : BundleCheck.Signed.NONE;
        }
        if (!isThere) {
            problems.add("The bundle is not signed, and a key was given.");
            return BundleCheck.Signed.NONE;
        }
        byte[] signed = Files.readAllBytes(folder.resolve(BundleIndex.NAME));
        if (Ed25519.isSigned(signed, Files.readAllBytes(path), key.get())) {
            return BundleCheck.Signed.BY_THE_KEY;
        }
        problems.add("The signature is not that of the given key.");
        return BundleCheck.Signed.NOT_BY_THE_KEY;
    }

    private void compareFiles(BundleIndex index) throws IOException {
        Set<String> expected = new HashSet<>(Set.of(BundleIndex.NAME, BundleIndex.SIGNATURE));
        for (BundleIndex.Item item : index.files()) {
            String path = index.path(item);
            if (!UntrustedArchive.isAccepted(path) || !expected.add(path)) {
                problems.add(BundleIndex.NAME + " names '" + ShownText.of(path) + "' twice, or it is not a name.");
                continue;
            }
            Path there = folder.resolve(path);
            if (!Files.isRegularFile(there)) {
                problems.add(path + " is missing.");
            } else if (Files.size(there) != item.bytes() || !Sha256.of(there).equals(item.sha256())) {
                problems.add(path + " was altered: it does not match " + BundleIndex.NAME + ".");
            }
        }
        archive.entries().stream()
                .map(UntrustedArchive.Entry::path)
                .filter(path -> !expected.contains(path))
                .forEach(path -> problems.add(path + " was added: " + BundleIndex.NAME + " does not name it."));
    }

    /** Finds alterations of the archive outside of the contents, which are correct at this point. */
    private void compareBytes(BundleIndex index, boolean isSigned) throws IOException {
        try (SameBytes same = new SameBytes(file)) {
            PlainZip zip = new PlainZip(same);
            zip.add(BundleIndex.NAME, folder.resolve(BundleIndex.NAME));
            if (isSigned && Files.isRegularFile(folder.resolve(BundleIndex.SIGNATURE))) {
                zip.add(BundleIndex.SIGNATURE, folder.resolve(BundleIndex.SIGNATURE));
            }
            for (BundleIndex.Item item : index.files()) {
                String path = index.path(item);
                zip.add(path, folder.resolve(path));
            }
            zip.finish();
            if (same.difference() != SameBytes.NONE) {
                problems.add("The archive was altered or packed again: its files are the right ones, but byte "
                        + same.difference() + " of it, from 0, is not as Plateau wrote it.");
            }
        }
    }
}
