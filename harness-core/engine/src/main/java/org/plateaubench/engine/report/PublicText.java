// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunEnvironment;

/**
 * Takes out of texts what is not for the public: secrets and references to them, paths, and names and addresses of
 * hosts. The hosts are those of the run, and those that its plan names. Immutable.
 */
final class PublicText {
    private static final String SECRET = "(secret)";
    private static final String HOST = "(host)";

    private static final Pattern SECRET_KEY =
            Pattern.compile("(?i).*(password|passwd|secret|token|credential|private.?key|api.?key).*");
    private static final Pattern HOST_KEY =
            Pattern.compile("(?i).*(host|address|server|endpoint|url|uri|broker|node|proxy|target)s?");

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]*}");
    private static final Pattern URL = Pattern.compile("\\b([A-Za-z][A-Za-z0-9+.:-]*)://[^\\s\"'<>,;)]+");
    private static final Pattern INTERNAL = Pattern.compile("(?i)(?<![\\w.-])(?:[a-z0-9][a-z0-9-]*\\.)+"
            + "(?:local|localdomain|lan|internal|intranet|intra|corp|home|private)(?![\\w-])");
    private static final Pattern ADDRESS = Pattern.compile(
            "(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\w.])|(?i)(?<![\\w:.])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\\w:])");

    /** Paths from a root; those of the kernel's settings, which are tuning, stay. */
    private static final Pattern PATH = Pattern.compile("(?<![\\w./~-])(?:~|\\.{1,2})?/(?!proc/|sys/)"
            + "(?:[^\\s/\"'<>,;:()]+/[^\\s\"'<>,;:()]*|(?:home|root|opt|srv|var|tmp|etc|usr|mnt|data)(?!\\w))"
            + "|(?<!\\w)[A-Za-z]:\\\\[^\\s\"'<>,;()]+");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?");
    private static final Pattern BETWEEN_HOSTS = Pattern.compile("[\\s,;/@]+");

    private static final int SHORT_NAME = 4;

    private final Pattern hosts;

    PublicText(RunEnvironment environment, RunPlan plan, Judgement judgement) {
        Set<String> names = new TreeSet<>();
        environment.hosts().forEach(host -> add(names, host.name()));
        judgement.hosts().forEach(host -> add(names, host.host()));
        find(names, "", Documents.tree(plan));
        find(names, "", environment.suts());
        names.removeAll(words(plan));
        String any = names.stream().map(PublicText::pattern).collect(Collectors.joining("|"));
        hosts = Pattern.compile(
                names.isEmpty()
                        ? "(?!)"
                        : "(?<![\\w-])(?:[A-Za-z0-9-]+\\.)*(?:" + any + ")(?:\\.[A-Za-z0-9-]+)*(?![\\w-])");
    }

    /** A short name is found as it is written only, since it may be a word, such as vm. */
    private static String pattern(String name) {
        return name.length() < SHORT_NAME ? Pattern.quote(name) : "(?i:" + Pattern.quote(name) + ")";
    }

    /** The names that the page needs, and a host called after one of which tells nothing. */
    private static Set<String> words(RunPlan plan) {
        Set<String> words = new HashSet<>(Set.of("localhost", "embedded", "external"));
        plan.suts().forEach(sut -> words.addAll(List.of(sut.name(), sut.service())));
        plan.workloads()
                .forEach(workload -> words.addAll(List.of(workload.name(), workload.plugin(), workload.workload())));
        return words;
    }

    private static void find(Set<String> names, String key, @Nullable Object value) {
        switch (value) {
            case Map<?, ?> map -> map.forEach((each, of) -> find(names, String.valueOf(each), of));
            case List<?> list -> list.forEach(each -> find(names, key, each));
            case String text
            when HOST_KEY.matcher(key).matches() || text.contains("://") ->
                BETWEEN_HOSTS
                        .splitAsStream(text.replaceFirst("^.*://", ""))
                        .forEach(part -> add(names, part.replaceFirst(":\\d+$", "")));
            case null, default -> {}
        }
    }

    /** Adds a name of a host, and its domain, by which other hosts beside it are found. */
    private static void add(Set<String> names, @Nullable String name) {
        if (name == null || !NAME.matcher(name).matches() || name.chars().noneMatch(Character::isLetter)) {
            return;
        }
        int dot = name.indexOf('.');
        names.add((dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT));
        if (dot >= 0 && name.indexOf('.', dot + 1) > 0) {
            names.add(name.substring(dot + 1));
        }
    }

    String of(String text) {
        String plain = REFERENCE.matcher(text).replaceAll(SECRET);
        plain = URL.matcher(plain).replaceAll("$1://" + HOST);
        plain = PATH.matcher(plain).replaceAll("(path)");
        plain = hosts.matcher(plain).replaceAll(HOST);
        plain = INTERNAL.matcher(plain).replaceAll(HOST);
        return ADDRESS.matcher(plain).replaceAll(HOST);
    }

    String ofValue(String key, @Nullable Object value) {
        if (value == null) {
            return "not known";
        }
        if (SECRET_KEY.matcher(key).matches()) {
            return SECRET;
        }
        return switch (value) {
            case Map<?, ?> map ->
                map.isEmpty()
                        ? "none"
                        : map.entrySet().stream()
                                .filter(entry -> !"".equals(entry.getValue()))
                                .map(entry ->
                                        entry.getKey() + " " + inner(String.valueOf(entry.getKey()), entry.getValue()))
                                .collect(Collectors.joining(", "));
            case List<?> list ->
                list.isEmpty()
                        ? "none"
                        : list.stream().map(each -> inner(key, each)).collect(Collectors.joining(", "));
            default -> of(String.valueOf(value));
        };
    }

    private String inner(String key, @Nullable Object value) {
        String text = ofValue(key, value);
        return value instanceof Map<?, ?> || value instanceof List<?> ? "(" + text + ")" : text;
    }
}
