// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creates a scenario from curl commands, such as those that browsers copy. Not thread-safe. */
final class CurlImport {
    private static final String IGNORED_FLAGS = "sSLgvifaN#0146jlqZRO";
    /** Options that do not change the request, or that every user has anyway, such as following redirects. */
    private static final Set<String> IGNORED =
            Set.of(("--silent --show-error --location --globoff --verbose --include --fail --fail-with-body --no-buffer"
                            + " --compressed --progress-bar --http1.0 --http1.1 --ipv4 --ipv6 --path-as-is --disable"
                            + " --no-progress-meter --no-keepalive --tcp-nodelay --parallel --remote-name --tlsv1.2 --basic")
                    .split(" "));
    /** Such options with a value. */
    private static final Set<String> IGNORED_WITH_VALUE =
            Set.of(("-o --output -m --max-time --connect-timeout -w --write-out --retry --retry-delay --retry-max-time"
                            + " --limit-rate -c --cookie-jar -D --dump-header --max-redirs --max-filesize --stderr"
                            + " --trace --trace-ascii -y --speed-time -Y --speed-limit --keepalive-time")
                    .split(" "));
    /** Options without a value that a scenario sets elsewhere or not at all; the user decides. */
    private static final Set<String> LEFT_OUT =
            Set.of(("-n --netrc --netrc-optional --digest --ntlm --negotiate --anyauth -p --proxytunnel --http3 -2 -3"
                            + " --proxy-insecure -J --remote-header-name --create-dirs --post301 --post302 --raw")
                    .split(" "));
    /** Options with a value that a scenario sets elsewhere or not at all; the user decides. */
    private static final Set<String> LEFT_OUT_WITH_VALUE = Set.of(
            ("-x --proxy --cacert --capath -E --cert --key --pass --resolve --connect-to --interface --noproxy -U"
                            + " --proxy-user --ciphers --tls-max --aws-sigv4 --unix-socket -z --time-cond -K --config"
                            + " -Q --quote --request-target --netrc-file --variable --cert-type --key-type")
                    .split(" "));

    private static final Set<String> WITH_VALUE = Set.of(
            ("-X --request -H --header -d --data --data-raw --data-binary --data-ascii --data-urlencode --json -F --form"
                            + " --form-string -u --user -b --cookie -A --user-agent -e --referer --url --url-query"
                            + " --oauth2-bearer -T --upload-file -r --range")
                    .split(" "));

    private final Draft draft;
    private final List<Request> requests = new ArrayList<>();

    private CurlImport(Draft draft) {
        this.draft = draft;
    }

    static Draft read(String commands, String name) throws Unreadable {
        CurlImport reader = new CurlImport(new Draft("curl", name));
        List<String> words = new ShellText(commands).words();
        if (words.isEmpty() || !words.getFirst().replaceFirst(".*/", "").equals("curl")) {
            throw new Unreadable("'" + commands.lines().findFirst().orElse("") + "' does not begin with curl");
        }
        List<String> command = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            if (word.equals(ShellText.END) || word.equals("curl")) {
                reader.addCommand(command);
                command.clear();
            } else {
                command.add(word);
            }
        }
        reader.addCommand(command);
        if (reader.requests.isEmpty()) {
            throw new Unreadable("curl: there is no address in this command");
        }
        reader.draft.add(new Naming(), "calls", 1, reader.requests);
        return reader.draft;
    }

    private void addCommand(List<String> words) throws Unreadable {
        if (words.isEmpty()) {
            return;
        }
        Call call = new Call();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-") || word.equals("-")) {
                call.urls.add(word);
                continue;
            }
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            String option = equals > 0 ? word.substring(0, equals) : word;
            String joined = equals > 0 ? word.substring(equals + 1) : null;
            if (!word.startsWith("--") && word.length() > 2) {
                // A short option with its value, or several flags, such as -sS.
                option = word.substring(0, 2);
                joined = word.substring(2);
                if (!Call.takesValue(option)) {
                    flag(call, option);
                    words.set(i, "-" + joined);
                    i--;
                    continue;
                }
            }
            if (!Call.takesValue(option)) {
                flag(call, option);
            } else {
                String value = joined;
                if (value == null) {
                    i++;
                    if (i == words.size()) {
                        throw new Unreadable("curl: option " + option + " has no value");
                    }
                    value = words.get(i);
                }
                call.option(option, value);
            }
        }
        if (call.urls.isEmpty()) {
            throw new Unreadable("curl: there is no address in this command");
        }
        for (String url : call.urls) {
            requests.add(request(call, url));
        }
    }

    private void flag(Call call, String option) throws Unreadable {
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
                    throw new Unreadable("curl: the option " + option + " is not known here; leave it out");
                }
            }
        }
    }

    private Request request(Call call, String url) throws Unreadable {
        String fullUrl = url.matches("(?i)[a-z]+://.*") ? url : "http://" + url;
        String origin = HarImport.origin(fullUrl);
        if (origin.isEmpty()) {
            throw new Unreadable("curl: '" + url + "' is not an address of http or https");
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
        Request request = new Request(method.toUpperCase(Locale.ROOT), Draft.literal(target));
        call.headers.forEach((name, value) -> request.headers.put(name, Draft.literal(value)));
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
                    ? new Request.Body.Form(Bodies.fields(body))
                    : Bodies.of(body, type, request);
        }
        request.status = call.headers.containsKey("Range") ? "206" : "200";
        return request;
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
            return WITH_VALUE.contains(option)
                    || IGNORED_WITH_VALUE.contains(option)
                    || LEFT_OUT_WITH_VALUE.contains(option);
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
                    parts.put(value.substring(0, Math.max(0, equals)), Draft.literal(value.substring(equals + 1)));
                }
                case "-T", "--upload-file" -> {
                    isUpload = true;
                    file(value);
                }
                case "-r", "--range" -> headers.put("Range", "bytes=" + value);
                case "-u", "--user" -> header("Authorization: Basic " + Bodies.basic(value));
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
                parts.put(value.substring(0, equals), isFile ? "@" + content.substring(1) : Draft.literal(content));
                if (isFile) {
                    decisions.add("put the file " + content.substring(1) + " beside the run file.");
                }
            }
        }
    }

    /** Splits a command line into words, by the rules of a POSIX shell for quotes, and {@code $'...'}. */
    private static final class ShellText {
        /** Separates two commands in the list of words. */
        static final String END = "\n";

        private final String text;
        private int at;

        ShellText(String text) {
            this.text = text.replace("\\\r\n", "\\\n");
        }

        List<String> words() throws Unreadable {
            List<String> words = new ArrayList<>();
            StringBuilder word = null;
            while (at < text.length()) {
                char each = text.charAt(at++);
                if (each == '\n' || each == ';' || each == ' ' || each == '\t' || each == '\r') {
                    if (word != null) {
                        words.add(word.toString());
                        word = null;
                    }
                    if ((each == '\n' || each == ';')
                            && !words.isEmpty()
                            && !words.getLast().equals(END)) {
                        words.add(END);
                    }
                    continue;
                }
                word = word == null ? new StringBuilder() : word;
                switch (each) {
                    case '\'' -> quoted(word);
                    case '"' -> doubleQuoted(word);
                    case '$' -> {
                        if (at < text.length() && text.charAt(at) == '\'') {
                            at++;
                            escaped(word);
                        } else {
                            word.append(each);
                        }
                    }
                    case '\\' -> {
                        if (at < text.length() && text.charAt(at) == '\n') {
                            at++;
                            if (word.isEmpty()) {
                                word = null;
                            }
                        } else if (at < text.length()) {
                            word.append(text.charAt(at++));
                        }
                    }
                    default -> word.append(each);
                }
            }
            if (word != null) {
                words.add(word.toString());
            }
            return words;
        }

        private char next() throws Unreadable {
            if (at == text.length()) {
                throw new Unreadable("curl: a quote in the command has no end");
            }
            return text.charAt(at++);
        }

        private void quoted(StringBuilder word) throws Unreadable {
            for (char each = next(); each != '\''; each = next()) {
                word.append(each);
            }
        }

        private void doubleQuoted(StringBuilder word) throws Unreadable {
            for (char each = next(); each != '"'; each = next()) {
                if (each == '\\') {
                    char escaped = next();
                    if ("\"\\$`".indexOf(escaped) < 0 && escaped != '\n') {
                        word.append('\\');
                    }
                    if (escaped != '\n') {
                        word.append(escaped);
                    }
                } else {
                    word.append(each);
                }
            }
        }

        private void escaped(StringBuilder word) throws Unreadable {
            for (char each = next(); each != '\''; each = next()) {
                if (each != '\\') {
                    word.append(each);
                    continue;
                }
                char escaped = next();
                switch (escaped) {
                    case 'n' -> word.append('\n');
                    case 'r' -> word.append('\r');
                    case 't' -> word.append('\t');
                    case 'u' -> word.append((char) code(4));
                    case 'x' -> word.append((char) code(2));
                    default -> word.append(escaped);
                }
            }
        }

        private int code(int digits) throws Unreadable {
            try {
                int code = Integer.parseInt(text.substring(at, Math.min(text.length(), at + digits)), 16);
                at += digits;
                return code;
            } catch (NumberFormatException e) {
                throw new Unreadable("curl: '" + text.substring(at - 2, Math.min(text.length(), at + digits))
                        + "' is not an escape of a character");
            }
        }
    }
}
