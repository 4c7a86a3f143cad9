// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;

/** Creates a scenario from curl commands, such as those that browsers copy. Not thread-safe. */
final class CurlImport {
    private static final String IGNORED_FLAGS = "sSLgvifaN#0146jlqZRO";
    /** Options that do not change the request, or whose effect every scenario has, such as following redirects. */
    private static final Set<String> IGNORED =
            Set.of(("--silent --show-error --location --globoff --verbose --include --fail --fail-with-body --no-buffer"
                            + " --compressed --progress-bar --http1.0 --http1.1 --ipv4 --ipv6 --path-as-is --disable"
                            + " --no-progress-meter --no-keepalive --tcp-nodelay --parallel --remote-name --tlsv1.2 --basic")
                    .split(" "));
    /** Options without a value that a scenario sets elsewhere or not at all; the user decides. */
    private static final Set<String> LEFT_OUT =
            Set.of(("-n --netrc --netrc-optional --digest --ntlm --negotiate --anyauth -p --proxytunnel --http3 -2 -3"
                            + " --proxy-insecure -J --remote-header-name --create-dirs --post301 --post302 --raw")
                    .split(" "));
    /** Options with a value that a scenario sets elsewhere or not at all. */
    private static final Set<String> LEFT_OUT_WITH_VALUE = Set.of(
            ("-x --proxy --cacert --capath -E --cert --key --pass --resolve --connect-to --interface --noproxy -U"
                            + " --proxy-user --ciphers --tls-max --aws-sigv4 --unix-socket -z --time-cond -K --config"
                            + " -Q --quote --request-target --netrc-file --variable --cert-type --key-type -o --output"
                            + " -m --max-time --connect-timeout -w --write-out --retry --retry-delay --retry-max-time"
                            + " --limit-rate -c --cookie-jar -D --dump-header --max-redirs --max-filesize --stderr"
                            + " --trace --trace-ascii -y --speed-time -Y --speed-limit --keepalive-time")
                    .split(" "));

    private static final Set<String> WITH_VALUE = Set.of(
            ("-X --request -H --header -d --data --data-raw --data-binary --data-ascii --data-urlencode --json -F --form"
                            + " --form-string -u --user -b --cookie -A --user-agent -e --referer --url --url-query"
                            + " --oauth2-bearer -T --upload-file -r --range")
                    .split(" "));

    /** A part of a command line by the rules of a POSIX shell for quotes, and {@code $'...'}. */
    private static final Pattern PART = Pattern.compile(
            "(?<joined>\\\\\\n)|(?<blank>[ \\t\\r]+)|(?<end>[\\n;]+)|'(?<quoted>[^']*+)'"
                    + "|\\$'(?<ansi>(?:[^'\\\\]|\\\\.)*+)'|\"(?<double>(?:[^\"\\\\]|\\\\.)*+)\""
                    + "|\\\\(?<escaped>.)|(?<plain>[^\\s;'\"\\\\])",
            Pattern.DOTALL);

    private static final Pattern ANSI_ESCAPE =
            Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", Pattern.DOTALL);

    private final Draft draft;
    private final List<Request> requests = new ArrayList<>();

    private CurlImport(Draft draft) {
        this.draft = draft;
    }

    static Draft read(String commands, String name) throws UsageError {
        CurlImport reader = new CurlImport(new Draft("curl", name));
        for (List<String> words : words(commands)) {
            if (!words.getFirst().replaceFirst(".*/", "").equals("curl")) {
                throw new UsageError("'" + String.join(" ", words) + "' does not begin with curl");
            }
            reader.addCommand(words.subList(1, words.size()));
        }
        if (reader.requests.isEmpty()) {
            throw new UsageError("curl: there is no address in this command");
        }
        reader.draft.add(new Naming(), "calls", 1, reader.requests);
        return reader.draft;
    }

    private void addCommand(List<String> given) throws UsageError {
        Call call = new Call();
        Deque<String> words = new ArrayDeque<>(given);
        while (!words.isEmpty()) {
            String word = words.pop();
            if (!word.startsWith("-") || word.equals("-")) {
                call.urls.add(word);
                continue;
            }
            boolean isLong = word.startsWith("--");
            int end = isLong ? (word + "=").indexOf('=') : 2;
            String option = word.substring(0, end);
            String rest = word.substring(Math.min(word.length(), isLong ? end + 1 : end));
            boolean isJoined = end < word.length();
            if (!Call.takesValue(option)) {
                flag(call, option);
                // Several flags, such as -sS.
                if (!isLong && isJoined) {
                    words.push("-" + rest);
                }
            } else if (isJoined) {
                call.option(option, rest);
            } else if (words.isEmpty()) {
                throw new UsageError("curl: option " + option + " has no value");
            } else {
                call.option(option, words.pop());
            }
        }
        if (call.urls.isEmpty()) {
            throw new UsageError("curl: there is no address in this command");
        }
        for (String url : call.urls) {
            requests.add(request(call, url));
        }
    }

    private void flag(Call call, String option) throws UsageError {
        switch (option) {
            case "-G", "--get" -> call.isGet = true;
            case "-I", "--head" -> call.isHead = true;
            case "-k", "--insecure" -> draft.parameters.put("anyCertificate", "true");
            case "--http2", "--http2-prior-knowledge" -> draft.parameters.put("protocol", "http2");
            default -> {
                boolean isIgnored =
                        option.length() == 2 ? IGNORED_FLAGS.indexOf(option.charAt(1)) >= 0 : IGNORED.contains(option);
                if (LEFT_OUT.contains(option)) {
                    call.leaveOut(option);
                } else if (!isIgnored) {
                    // The next word may be its value or an address.
                    throw new UsageError("curl: the option " + option + " is not known here; leave it out");
                }
            }
        }
    }

    private Request request(Call call, String url) throws UsageError {
        String fullUrl = url.matches("(?i)[a-z]+://.*") ? url : "http://" + url;
        String origin = HarImport.origin(fullUrl);
        if (origin.isEmpty()) {
            throw new UsageError("curl: '" + url + "' is not an address of http or https");
        }
        if (draft.address.isEmpty()) {
            draft.address = origin;
        }
        if (!origin.equals(draft.address)) {
            draft.others.add(origin);
        }
        String path = fullUrl.substring(origin.length()).replaceFirst("#.*", "").replace(" ", "%20");
        List<String> query = new ArrayList<>(call.query);
        if (call.isGet) {
            query.addAll(call.data);
        }
        if (!query.isEmpty()) {
            path += (path.contains("?") ? "&" : "?") + String.join("&", query);
        }
        String target = (origin.equals(draft.address) ? "" : origin)
                + (path.isEmpty() ? "/" : path.startsWith("/") ? path : "/" + path);
        boolean hasBody = (!call.data.isEmpty() && !call.isGet) || !call.parts.isEmpty();
        String method = call.method != null
                ? call.method
                : call.isHead ? "HEAD" : call.isUpload ? "PUT" : hasBody || call.file != null ? "POST" : "GET";
        Request request = new Request(method.toUpperCase(Locale.ROOT), ImportedText.literal(target));
        call.headers.forEach((name, value) -> request.headers.put(name, ImportedText.literal(value)));
        request.decisions.addAll(call.decisions);
        if (call.file != null) {
            request.body = new Request.Body.File(call.file);
        } else if (!call.parts.isEmpty()) {
            request.body = new Request.Body.Multipart(call.parts);
        } else if (hasBody) {
            String type = request.headers.keySet().stream()
                    .filter(name -> name.equalsIgnoreCase("content-type"))
                    .findFirst()
                    .map(request.headers::remove)
                    .orElse("application/x-www-form-urlencoded");
            String body = String.join(type.contains("urlencoded") ? "&" : "", call.data);
            request.body = type.contains("urlencoded") && body.contains("=")
                    ? new Request.Body.Form(Request.Body.fields(body))
                    : Request.Body.of(body, type, request);
        }
        request.status = call.headers.containsKey("Range") ? "206" : "200";
        return request;
    }

    /** The words of each command. */
    private static List<List<String>> words(String text) throws UsageError {
        List<List<String>> commands = new ArrayList<>();
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        String lines = text.replace("\r\n", "\n") + "\n";
        Matcher part = PART.matcher(lines);
        int end = 0;
        while (part.find() && part.start() == end) {
            end = part.end();
            if (part.group("joined") != null) {
                continue;
            }
            if (part.group("blank") == null && part.group("end") == null) {
                word = word == null ? new StringBuilder() : word;
                word.append(content(part));
                continue;
            }
            if (word != null) {
                words.add(word.toString());
                word = null;
            }
            if (part.group("end") != null && !words.isEmpty()) {
                commands.add(words);
                words = new ArrayList<>();
            }
        }
        if (end != lines.length()) {
            throw new UsageError("curl: a quote in the command has no end");
        }
        return commands;
    }

    private static String content(Matcher part) {
        if (part.group("double") != null) {
            return part.group("double").replace("\\\n", "").replaceAll("\\\\([\"\\\\$`])", "$1");
        }
        if (part.group("ansi") != null) {
            return ANSI_ESCAPE
                    .matcher(part.group("ansi"))
                    .replaceAll(escape -> Matcher.quoteReplacement(unescaped(escape)));
        }
        return Stream.of("quoted", "escaped", "plain")
                .flatMap(name -> Stream.ofNullable(part.group(name)))
                .findFirst()
                .orElse("");
    }

    private static String unescaped(MatchResult escape) {
        if (escape.group(3) == null) {
            return Character.toString(Integer.parseInt(escape.group(escape.group(1) == null ? 2 : 1), 16));
        }
        return switch (escape.group(3)) {
            case "n" -> "\n";
            case "r" -> "\r";
            case "t" -> "\t";
            default -> escape.group(3);
        };
    }

    private static final class Call {
        final List<String> urls = new ArrayList<>();
        final Map<String, String> headers = new LinkedHashMap<>();
        final List<String> data = new ArrayList<>();
        final List<String> query = new ArrayList<>();
        final Map<String, String> parts = new LinkedHashMap<>();
        final List<String> decisions = new ArrayList<>();

        @Nullable
        String method;

        @Nullable
        String file;

        boolean isGet;
        boolean isHead;
        boolean isUpload;

        static boolean takesValue(String option) {
            return WITH_VALUE.contains(option) || LEFT_OUT_WITH_VALUE.contains(option);
        }

        void leaveOut(String option) {
            decisions.add("the option " + option + " of curl is left out.");
        }

        void option(String option, String value) {
            switch (option) {
                case "-X", "--request" -> method = value;
                case "-H", "--header" -> header(value);
                case "-d", "--data", "--data-ascii", "--data-binary" -> data(value);
                case "--data-raw" -> data.add(value);
                case "--data-urlencode" -> data.add(urlEncoded(value));
                case "--url-query" -> query.add(urlEncoded(value));
                case "--json" -> {
                    data(value);
                    headers.put("Content-Type", "application/json");
                    headers.putIfAbsent("Accept", "application/json");
                }
                case "-F", "--form" -> part(value);
                case "--form-string" -> {
                    int equals = value.indexOf('=');
                    parts.put(
                            value.substring(0, Math.max(0, equals)), ImportedText.literal(value.substring(equals + 1)));
                }
                case "-T", "--upload-file" -> {
                    isUpload = true;
                    file(value);
                }
                case "-r", "--range" -> headers.put("Range", "bytes=" + value);
                case "-u", "--user" -> header("Authorization: Basic " + Request.Body.basic(value));
                case "--oauth2-bearer" -> header("Authorization: Bearer " + value);
                case "-b", "--cookie" -> header("Cookie: " + value);
                case "-A", "--user-agent" -> headers.put("User-Agent", value);
                case "-e", "--referer" -> headers.put("Referer", value);
                case "--url" -> urls.add(value);
                default -> {
                    if (LEFT_OUT_WITH_VALUE.contains(option)) {
                        leaveOut(option);
                    }
                }
            }
        }

        private void file(String name) {
            decisions.add("put the file " + name + " beside the run file.");
            file = name;
        }

        private void header(String line) {
            if (line.startsWith("@")) {
                leaveOut("-H " + line);
            }
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).strip();
            boolean isOwn = Set.of("host", "content-length", "connection", "accept-encoding")
                    .contains(name.toLowerCase(Locale.ROOT));
            if (!name.isEmpty() && !isOwn) {
                headers.put(name, line.substring(colon + 1).strip());
                if (Set.of("authorization", "cookie").contains(name.toLowerCase(Locale.ROOT))) {
                    decisions.add("the credentials of this request are in the run file: write ${env:NAME}.");
                }
            }
        }

        private void data(String value) {
            if (value.startsWith("@")) {
                file(value.substring(1));
            } else {
                data.add(value);
            }
        }

        private static String urlEncoded(String value) {
            int equals = value.indexOf('=');
            String name = equals <= 0 ? "" : value.substring(0, equals + 1);
            return name + URLEncoder.encode(value.substring(equals + 1), StandardCharsets.UTF_8);
        }

        private void part(String value) {
            int equals = value.indexOf('=');
            if (equals > 0) {
                String content = value.substring(equals + 1).replaceFirst(";(?:type|filename)=.*", "");
                boolean isFile = content.startsWith("@") || content.startsWith("<");
                parts.put(
                        value.substring(0, equals),
                        isFile ? "@" + content.substring(1) : ImportedText.literal(content));
                if (isFile) {
                    decisions.add("put the file " + content.substring(1) + " beside the run file.");
                }
            }
        }
    }
}
