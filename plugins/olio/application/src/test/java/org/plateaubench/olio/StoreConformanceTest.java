// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.olio.EventDetail.Address;
import org.plateaubench.olio.EventDetail.Coordinates;
import org.plateaubench.olio.EventDetail.EventSummary;
import org.plateaubench.olio.EventDetail.Listing;
import org.plateaubench.olio.EventDetail.PersonLink;
import org.plateaubench.olio.EventDetail.SocialEvent;
import org.plateaubench.olio.EventDetail.Tag;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Texts;

/** The behaviour on which the pages rely, tested with each database. */
final class StoreConformanceTest {
    private static final Texts TEXTS = new Texts(LoadedStore.SEED);
    private static final Population POPULATION = new Population(LoadedStore.SCALE, LoadedStore.SEED);
    private static final Instant NOW = LoadedStore.MIDNIGHT;
    private static final AddressForm ADDRESS = new AddressForm("1 Quay", "", "Havn", "NY", "12345", "USA");
    private static final Coordinates PLACE = new Coordinates(33, -177);
    private static final int USER = 7;

    private static Optional<Integer> addPerson(SocialStore store, String name) {
        return store.addPerson(
                new PersonForm(name, "secret", "A", "Lastly", "a@example.org", "1", "text", "Europe/Berlin", ADDRESS),
                PLACE);
    }

    private static int addEvent(SocialStore store, int submitter, String... tags) {
        EventForm form = new EventForm("Title", "summary", "what", "1", "UTC", LoadedStore.DAY.atStartOfDay(), ADDRESS);
        return store.addEvent(submitter, form, PLACE, List.of(tags), NOW);
    }

    @ParameterizedTest
    @EnumSource
    void loadedPersonMatchesSeed(Dialect dialect) throws Exception {
        SocialStore store = LoadedStore.fresh(dialect).store();
        PersonForm form = TEXTS.person(USER);
        PersonDetail profile = store.person(form.userName());
        assertThat(profile.person().link()).isEqualTo(new PersonLink(USER, form.userName()));
        assertThat(profile.person().summary()).isEqualTo(form.summary());
        assertThat(profile.person().address().city()).isEqualTo(form.address().city());
        assertThat(profile.person().address().street2())
                .isEqualTo(form.address().street2());
        int[] friends = POPULATION.friendsOf(USER);
        for (int i = 0; i < friends.length; i++) {
            PersonLink friend = new PersonLink(friends[i], Names.userName(friends[i]));
            assertThat(Population.hasAgreed(i) ? profile.friends() : profile.outgoing())
                    .contains(friend);
            PersonDetail other = store.person(friend.userName());
            assertThat(Population.hasAgreed(i) ? other.friends() : other.incoming())
                    .contains(profile.person().link());
        }
        assertThat(profile.posted()).hasSizeLessThanOrEqualTo(Listing.PAGE_EVENTS);
        assertThat(profile.posted()).allMatch(event -> POPULATION.submitterOf(event.id()) == USER);
        assertThatThrownBy(() -> store.person("nobody-at-all")).isInstanceOf(Refused.class);
    }

    @ParameterizedTest
    @EnumSource
    void loadedEventMatchesSeed(Dialect dialect) throws Exception {
        SocialStore store = LoadedStore.fresh(dialect).store();
        int id = 42;
        EventForm form = TEXTS.event(id, LoadedStore.DAY);
        EventDetail detail = store.event(id);
        assertThat(detail.event().head().title()).isEqualTo(form.title());
        assertThat(detail.event().description()).isEqualTo(form.description());
        assertThat(detail.event().submitter().id()).isEqualTo(POPULATION.submitterOf(id));
        assertThat(detail.attendees())
                .extracting(PersonLink::id)
                .containsExactlyInAnyOrder(
                        Arrays.stream(POPULATION.attendeesOf(id)).boxed().toArray(Integer[]::new));
        assertThat(detail.attendees()).isSortedAccordingTo(Comparator.comparing(PersonLink::userName));
        assertThat(detail.tags())
                .extracting(Tag::name)
                .containsExactly(Arrays.stream(POPULATION.tagsOf(id))
                        .mapToObj(Names::tagName)
                        .sorted()
                        .toArray(String[]::new));
        assertThat(detail.comments())
                .extracting(comment -> comment.author().id())
                .containsExactly(Arrays.stream(POPULATION.authorsOf(id)).boxed().toArray(Integer[]::new));
        assertThat(detail.event().votes()).isEqualTo(POPULATION.authorsOf(id).length);
        assertThat(detail.event().scoreTotal())
                .isEqualTo(Arrays.stream(POPULATION.ratingsOf(id)).sum());
        assertThatThrownBy(() -> store.event(1_000_000)).isInstanceOf(Refused.class);
    }

    @ParameterizedTest
    @EnumSource
    void upcomingEventsAreSortedByStartAndPaged(Dialect dialect) throws Exception {
        SocialStore store = LoadedStore.fresh(dialect).store();
        Instant from = NOW.plusSeconds(86_400 * 300L);
        List<EventSummary> all = new ArrayList<>();
        int page = 0;
        Listing listing;
        do {
            listing = store.upcoming(from, page++);
            assertThat(listing.events()).hasSizeLessThanOrEqualTo(Listing.PAGE_EVENTS);
            all.addAll(listing.events());
        } while (listing.more());
        assertThat(all)
                .isSortedAccordingTo(
                        Comparator.comparing(EventSummary::startsAt).thenComparingInt(EventSummary::id));
        long expected = java.util.stream.IntStream.rangeClosed(1, LoadedStore.SCALE.events())
                .filter(event -> !TEXTS.event(event, LoadedStore.DAY)
                        .startsAt()
                        .toInstant(java.time.ZoneOffset.UTC)
                        .isBefore(from))
                .count();
        assertThat(all).hasSize((int) expected).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void cloudHasMostUsedTags(Dialect dialect) throws Exception {
        SocialStore store = LoadedStore.fresh(dialect).store();
        List<Tag> cloud = store.cloud();
        assertThat(cloud).hasSize(SocialStore.CLOUD_TAGS).isSortedAccordingTo(Comparator.comparing(Tag::name));
        Tag mostUsed = cloud.stream().max(Comparator.comparingInt(Tag::uses)).orElseThrow();
        int found = 0;
        int page = 0;
        Listing listing;
        do {
            listing = store.tagged(mostUsed.name(), NOW, page++);
            found += listing.events().size();
        } while (listing.more());
        assertThat(found).isEqualTo(mostUsed.uses());
        int tag = IntStream.rangeClosed(1, LoadedStore.SCALE.tags())
                .filter(number -> Names.tagName(number).equals(mostUsed.name()))
                .findFirst()
                .orElseThrow();
        assertThat(store.tagged(mostUsed.name(), NOW, 0).events())
                .allMatch(event -> Arrays.stream(POPULATION.tagsOf(event.id())).anyMatch(one -> one == tag));
        assertThat(store.tagged("no such tag", NOW, 0).events()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void userNameCanBeRegisteredOnce(Dialect dialect) throws Exception {
        LoadedStore loaded = LoadedStore.fresh(dialect);
        SocialStore store = loaded.store();
        Counts before = loaded.counts();
        String name = Names.userName(LoadedStore.SCALE.users() + 1);
        assertThat(store.isFree(name)).isTrue();
        assertThat(addPerson(store, name)).contains(LoadedStore.SCALE.users() + 1);
        assertThat(store.isFree(name)).isFalse();
        assertThat(addPerson(store, name)).isEmpty();
        assertThat(store.signIn(name, "secret")).isPresent();
        assertThat(loaded.counts().users()).isEqualTo(before.users() + 1);
        assertThat(loaded.counts().addresses()).isEqualTo(before.addresses() + 1);
    }

    @ParameterizedTest
    @EnumSource
    void eventIsAddedWithTags(Dialect dialect) throws Exception {
        SocialStore store = LoadedStore.fresh(dialect).store();
        String tag = Names.tagName(3);
        int used = uses(store, tag);
        int added = addEvent(store, USER, tag, "brandnew", tag);
        assertThat(added).isEqualTo(LoadedStore.SCALE.events() + 1);
        EventDetail detail = store.event(added);
        assertThat(detail.tags()).extracting(Tag::name).containsExactlyInAnyOrder(tag, "brandnew");
        assertThat(detail.event().address()).isEqualTo(new Address("1 Quay", "", "Havn", "NY", "12345", "USA", PLACE));
        assertThat(uses(store, tag)).isEqualTo(used + 1);
        assertThat(store.tagged("brandnew", NOW, 0).events())
                .containsExactly(detail.event().head());
        assertThat(store.person(Names.userName(USER)).posted())
                .contains(detail.event().head());
        assertThatThrownBy(() -> addEvent(store, 99_999_999, tag)).isInstanceOf(Refused.class);
        assertThat(uses(store, tag)).isEqualTo(used + 1);
    }

    private static int uses(SocialStore store, String tag) {
        return store.cloud().stream()
                .filter(one -> one.name().equals(tag))
                .findFirst()
                .orElseThrow()
                .uses();
    }

    @ParameterizedTest
    @EnumSource
    void repeatedAttendanceIsStoredOnce(Dialect dialect) throws Exception {
        LoadedStore loaded = LoadedStore.fresh(dialect);
        SocialStore store = loaded.store();
        int person = LoadedStore.SCALE.users();
        int event = 1;
        while (isAttendedBy(store, event, person)) {
            event++;
        }
        store.attend(event, person);
        assertThat(isAttendedBy(store, event, person)).isTrue();
        long attendances = loaded.counts().attendances();
        store.attend(event, person);
        assertThat(loaded.counts().attendances()).as("attends it once").isEqualTo(attendances);
        assertThatThrownBy(() -> store.attend(1_000_000, person)).isInstanceOf(Refused.class);
    }

    @ParameterizedTest
    @EnumSource
    void ratingOfCommentChangesEventScore(Dialect dialect) throws Exception {
        LoadedStore loaded = LoadedStore.fresh(dialect);
        SocialStore store = loaded.store();
        SocialEvent before = store.event(5).event();
        store.addComment(5, USER, "O'Hara said: \"<b>\\ ünïcode 你好</b>\"; --", 4, NOW);
        EventDetail after = store.event(5);
        assertThat(after.event().scoreTotal()).isEqualTo(before.scoreTotal() + 4);
        assertThat(after.event().votes()).isEqualTo(before.votes() + 1);
        assertThat(after.comments().getLast().text()).isEqualTo("O'Hara said: \"<b>\\ ünïcode 你好</b>\"; --");
        long comments = loaded.counts().comments();
        assertThatThrownBy(() -> store.addComment(1_000_000, USER, "text", 4, NOW))
                .isInstanceOf(Refused.class);
        assertThat(loaded.counts().comments()).isEqualTo(comments);
    }

    private static boolean isAttendedBy(SocialStore store, int event, int person) {
        return store.event(event).attendees().stream().anyMatch(attendee -> attendee.id() == person);
    }
}
