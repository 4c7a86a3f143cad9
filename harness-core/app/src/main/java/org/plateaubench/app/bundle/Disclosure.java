// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.app.study.StudyCheck;
import org.plateaubench.app.study.result.CellResult;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.result.TrialResult;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.report.disclosure.DisclosurePage;
import org.plateaubench.engine.report.disclosure.TrialsDisclosure;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.Sha256;

/**
 * The page that discloses the run of a bundle, or its trials. Immutable.
 *
 * @param check result of the check of the bundle
 * @param page the page; empty when the bundle is not in order, and for a search or a study of several cells
 */
public record Disclosure(BundleCheck check, String page) {
    /**
     * Checks a bundle and creates the page of its run or its trials.
     *
     * @param key public key of the expected signer, if one is given
     * @param notes notes of the author, plain text
     * @throws IOException when it cannot be unpacked to disk
     */
    public static Disclosure of(Path file, Optional<PublicKey> key, String notes) throws IOException {
        StringBuilder page = new StringBuilder();
        BundleCheck check = RunBundle.check(file, key, new RunBundle.Visitor() {
            @Override
            public void visit(RunFolder run, BundleCheck found) throws IOException {
                if (found.isInOrder()) {
                    StoredRun stored = RunReader.read(run.path());
                    page.append(DisclosurePage.of(stored, Judge.judge(stored), evidence(file, found), notes));
                }
            }

            @Override
            public void visitStudy(BundleCheck.OfStudy study, Path folder, BundleCheck found) throws IOException {
                if (found.isInOrder()) {
                    page.append(ofTrials(folder, study.id(), evidence(file, found), notes));
                }
            }
        });
        return new Disclosure(check, page.toString());
    }

    /** The page of trials; empty for a search or a study, whose cells are not a single result. */
    private static String ofTrials(Path folder, String id, List<String> evidence, String notes) throws IOException {
        StudyResult result = StudyCheck.result(folder.resolve(id));
        if (!result.isOfTrials()) {
            return "";
        }
        CellResult cell = result.cells().getFirst();
        List<String> sentences = new ArrayList<>(result.warnings());
        if (!result.message().isEmpty()) {
            sentences.addFirst(result.message());
        }
        TrialsDisclosure page = new TrialsDisclosure(new TrialsDisclosure.Head(
                id, result.name(), result.description(), result.outcome(), sentences, cell.score()));
        for (TrialResult trial : cell.trials()) {
            if (trial.runId().isEmpty()) {
                page.addWithoutRun(trial.trial(), trial.outcome(), trial.reasons());
            } else {
                StoredRun run = RunReader.read(folder.resolve(trial.runId()));
                page.add(trial.trial(), trial.outcome(), run, Judge.judge(run));
            }
        }
        return page.page(evidence, notes);
    }

    private static List<String> evidence(Path file, BundleCheck check) throws IOException {
        List<String> sentences = new ArrayList<>();
        sentences.add("Bundle " + file.getFileName() + ", SHA-256 " + Sha256.of(file) + ", " + check.files()
                + " files, each as its digest says.");
        sentences.add(
                switch (check.signature()) {
                    case BY_THE_KEY -> "It is signed with the key that was given.";
                    case UNCHECKED -> "It is signed; the signature was not checked, since no key was given.";
                    case NOT_BY_THE_KEY -> "It is not signed with the key that was given.";
                    case NONE -> "It is not signed.";
                });
        sentences.add("Verdict, score and all figures of this page were computed again from its measurements; "
                + "./plateau verify-bundle does so too.");
        return sentences;
    }
}
