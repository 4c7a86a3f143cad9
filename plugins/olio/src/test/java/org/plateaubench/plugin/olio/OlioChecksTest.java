// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.plugin.olio.data.Texts;

/** A site without faults passes the checks of a run, and a run has enough operations for them. */
class OlioChecksTest {
    /**
     * The minimum average share of the images of home pages that users fetch. In a session they fetch those of the first
     * home page, except for 1 to 6 % that another page has shown before (counted with data for 25 to 1,500 users).
     */
    private static final double MIN_SHARE_LOADED = 0.94 * new SessionModel().firstHomePageShare();

    private static final int OPERATIONS = 600_000;
    private static final int LISTED = 10;
    private static final long SEED = 42;
    private static final LocalDate TODAY = LocalDate.of(2026, 1, 1);

    private static CheckDefinition check(Profile profile, String name) {
        return OlioChecks.of(profile).stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void homePageImageChecksAllowForCachedImages() {
        for (int users : new int[] {25, 500}) {
            for (Profile profile : List.of(Profile.FABAN_2015, Profile.MODERN)) {
                SimulatedUser user = new SimulatedUser(new Scale(users), profile);
                user.run();
                double loaded = user.loaded / (double) user.homePages;
                CheckDefinition images = check(profile, "homeImagesLoaded");
                CheckDefinition bytes = check(profile, "homeImageBytes");
                assertThat(images.holds(loaded))
                        .as(users + " users, " + profile + ": " + loaded + " images per home page")
                        .isTrue();
                assertThat(bytes.holds(loaded * MediaKind.EVENT_THUMBNAIL.sizeBytes()))
                        .isTrue();
                assertThat(10 * MIN_SHARE_LOADED).isLessThan(loaded);
            }
        }
    }

    /** Freshly loaded data is within the bounds, and data without half of the events or answers is not. */
    @Test
    void tagSearchChecksDetectMissingEvents() {
        for (int users : new int[] {25, 500}) {
            for (Profile profile : List.of(Profile.FABAN_2015, Profile.MODERN)) {
                SimulatedUser user = new SimulatedUser(new Scale(users), profile);
                user.run();
                double listed = user.listed / (double) user.searches;
                double empty = 100.0 * user.emptySearches / user.searches;
                assertThat(check(profile, "tagSearchImages").holds(listed)).isTrue();
                assertThat(check(profile, "tagSearchImages").holds(listed * 0.45))
                        .isFalse();
                assertThat(check(profile, "emptyTagSearches").holds(empty)).isTrue();
                assertThat(check(profile, "emptyTagSearches").holds(50 + empty / 2))
                        .isFalse();
            }
        }
    }

    /** Compares the expected operations of the shipped run, less 4 sigma, with the number that each check needs. */
    @Test
    void shippedRunIsLongEnoughForChecks() throws IOException {
        String file = Files.readString(Path.of("../../configs/runs/olio.yaml"));
        double seconds = 60 * number(file, "steady: (\\d+)m\\s");
        double operations = seconds * number(file, "users: (\\d+)\\s") / SessionModelTest.meanCycleSeconds();
        for (CheckDefinition check : OlioChecks.of(Profile.MODERN)) {
            if (check.isBounded()) {
                double expected = operations * shareOfDenominator(check);
                assertThat(expected - 4 * Math.sqrt(expected))
                        .as(check.name() + " of " + operations)
                        .isGreaterThanOrEqualTo(check.needed());
            }
        }
    }

    private static double number(String file, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(file);
        assertThat(matcher.find()).as(pattern).isTrue();
        return Double.parseDouble(matcher.group(1));
    }

    private static double shareOfDenominator(CheckDefinition check) {
        SessionModel model = new SessionModel();
        return switch (check.denominator().getFirst().name()) {
            case "homePages" -> model.share(OlioOperation.HOME_PAGE);
            case "tagSearches" -> model.share(OlioOperation.TAG_SEARCH);
            case "eventDetails" -> model.share(OlioOperation.EVENT_DETAIL);
            case MetricDefinition.ALL_OPERATIONS -> 1;
            default -> throw new AssertionError("unknown denominator of " + check);
        };
    }

    /** Simulates one user of the matrix, on a site that lists the ten soonest events. */
    private static final class SimulatedUser {
        private final SplittableRandom random = new SplittableRandom(7);
        private final List<Integer> home;
        private final Map<Integer, List<Integer>> byTag = new HashMap<>();
        private final int tags;
        private final boolean uniform;
        private final Set<Integer> seen = new HashSet<>();
        private OlioOperation operation = OlioOperation.HOME_PAGE;
        private boolean signedIn;
        private int chosen;
        private long homePages;
        private long loaded;
        private long searches;
        private long listed;
        private long emptySearches;

        SimulatedUser(Scale scale, Profile profile) {
            Population population = new Population(scale, SEED);
            Texts texts = new Texts(SEED);
            List<Integer> events = new ArrayList<>();
            Map<Integer, LocalDateTime> starts = new HashMap<>();
            for (int event = 1; event <= scale.events(); event++) {
                events.add(event);
                starts.put(event, texts.event(event, TODAY).startsAt());
            }
            events.sort(Comparator.comparing(starts::get));
            for (int event : events) {
                for (int tag : population.tagsOf(event)) {
                    byTag.computeIfAbsent(tag, key -> new ArrayList<>()).add(event);
                }
            }
            this.tags = scale.tags();
            this.uniform = profile.searchesUniformly();
            home = events.subList(0, LISTED);
            chosen = home.getFirst();
        }

        void run() {
            for (int i = 0; i < OPERATIONS; i++) {
                act();
                operation = next(operation);
            }
        }

        private void act() {
            switch (operation) {
                case HOME_PAGE -> {
                    homePages++;
                    loaded += home.stream().filter(seen::add).count();
                    chosen = oneOf(home);
                }
                case TAG_SEARCH -> {
                    List<Integer> found = byTag.getOrDefault(tag(), List.of());
                    List<Integer> listed = found.subList(0, Math.min(LISTED, found.size()));
                    seen.addAll(listed);
                    chosen = listed.isEmpty() ? chosen : oneOf(listed);
                    searches++;
                    this.listed += listed.size();
                    emptySearches += listed.isEmpty() ? 1 : 0;
                }
                case EVENT_DETAIL -> seen.add(chosen);
                case LOGIN, ADD_PERSON -> {
                    if (signedIn) {
                        seen.clear();
                    }
                    signedIn = operation == OlioOperation.LOGIN;
                }
                case PERSON_DETAIL, ADD_EVENT -> {}
            }
        }

        private int oneOf(List<Integer> listed) {
            return listed.get(random.nextInt(listed.size()));
        }

        private int tag() {
            return uniform ? 1 + random.nextInt(tags) : Population.tag(tags, random::nextDouble);
        }

        private OlioOperation next(OlioOperation from) {
            double left = random.nextDouble() * 100;
            for (OlioOperation to : OlioOperation.values()) {
                left -= from.next().get(to.index());
                if (left < 0) {
                    return to;
                }
            }
            return OlioOperation.HOME_PAGE;
        }
    }
}
