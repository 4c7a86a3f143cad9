// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.judge.result.Judgement;

/** Merges notes with the same message, with their scopes or count. Pure functions. */
final class RepeatedNotes {
    private static final int MOST = 100;
    private static final int MAX_SCOPES = 3;

    private RepeatedNotes() {}

    static List<Judgement.Note> merged(List<Judgement.Note> notes) {
        Map<String, Map<String, Integer>> scopesByMessage = new LinkedHashMap<>();
        for (Judgement.Note note : notes) {
            scopesByMessage
                    .computeIfAbsent(note.message(), message -> new LinkedHashMap<>())
                    .merge(note.scope(), 1, Integer::sum);
        }
        List<Judgement.Note> merged = new ArrayList<>();
        for (Map.Entry<String, Map<String, Integer>> entry : scopesByMessage.entrySet()) {
            if (merged.size() == MOST) {
                int more = scopesByMessage.size() - MOST;
                merged.add(new Judgement.Note(
                        "", "The events contain " + more + (more == 1 ? " more note." : " more notes.")));
                break;
            }
            merged.add(note(entry.getKey(), entry.getValue()));
        }
        return merged;
    }

    private static Judgement.Note note(String message, Map<String, Integer> scopes) {
        List<String> names = List.copyOf(new ArrayList<>(scopes.keySet()));
        String first = names.getFirst();
        int times = scopes.values().stream().mapToInt(Integer::intValue).sum();
        if (times == 1) {
            return new Judgement.Note(first, message);
        }
        if (names.size() == 1) {
            return new Judgement.Note(first, message + " (" + times + " times)");
        }
        List<String> others = names.subList(1, Math.min(names.size(), MAX_SCOPES + 1));
        int more = names.size() - 1 - others.size();
        return new Judgement.Note(
                first,
                message + " (The same of " + String.join(", ", others) + (more == 0 ? "" : " and " + more + " more")
                        + ".)");
    }
}
