// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Presents the certificate of a TLS client, if it has one, and remembers what a server demanded. Thread-safe. */
public final class ClientKeys extends X509ExtendedKeyManager {
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)-----END [A-Z ]*PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final String CONVERT = "; convert it by 'openssl pkcs8 -topk8 -in old.pem -out key.pem'";
    private static final String ALIAS = "client";
    private static final int MAX_LISTED_AUTHORITIES = 3;

    private final @Nullable PrivateKey key;
    private final X509Certificate[] chain;
    private volatile @Nullable String demand;

    private ClientKeys(@Nullable PrivateKey key, X509Certificate... chain) {
        this.key = key;
        this.chain = chain;
    }

    public static ClientKeys none() {
        return new ClientKeys(null);
    }

    public static ClientKeys of(Path certificate, Path key, String passphrase) {
        String name = certificate.toString().toLowerCase(Locale.ROOT);
        boolean isStore = name.endsWith(".p12") || name.endsWith(".pfx");
        Path file = certificate;
        try {
            if (isStore) {
                return ofStore(file, passphrase.toCharArray());
            }
            X509Certificate[] chain = certificates(file);
            file = key;
            return new ClientKeys(privateKey(Files.readString(file), passphrase), chain);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("the file " + file + " of the client certificate does not exist", e);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the file " + file + " of the client certificate cannot be used: " + e.getMessage(), e);
        }
    }

    private static ClientKeys ofStore(Path file, char[] passphrase) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, passphrase);
            for (String alias : Collections.list(store.aliases())) {
                Key key = store.getKey(alias, passphrase);
                if (key instanceof PrivateKey privateKey) {
                    return new ClientKeys(
                            privateKey,
                            Arrays.stream(store.getCertificateChain(alias))
                                    .map(X509Certificate.class::cast)
                                    .toArray(X509Certificate[]::new));
                }
            }
            throw new IllegalArgumentException("it contains no key");
        }
    }

    private static X509Certificate[] certificates(Path file) throws IOException, GeneralSecurityException {
        String pem = Files.readString(file, StandardCharsets.ISO_8859_1);
        int first = pem.indexOf("-----BEGIN CERTIFICATE-----");
        if (first < 0) {
            throw new IllegalArgumentException("it contains no certificate in PEM format");
        }
        // A key in the same file would not be read as a certificate.
        String certificatesOnly = PRIVATE_KEY.matcher(pem.substring(first)).replaceAll("");
        try (InputStream in = new ByteArrayInputStream(certificatesOnly.getBytes(StandardCharsets.ISO_8859_1))) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toArray(X509Certificate[]::new);
        }
    }

    private static PrivateKey privateKey(String pem, String passphrase) throws GeneralSecurityException {
        Matcher matcher = PRIVATE_KEY.matcher(pem);
        if (!matcher.find()) {
            throw new IllegalArgumentException("it contains no private key in PEM format");
        }
        byte[] content = Base64.getMimeDecoder().decode(matcher.group(2));
        return switch (matcher.group(1).strip()) {
            case "" -> privateKey(new PKCS8EncodedKeySpec(content));
            case "ENCRYPTED" -> {
                if (passphrase.isEmpty()) {
                    throw new IllegalArgumentException("its key has a passphrase, and none is given");
                }
                EncryptedPrivateKeyInfo info = encrypted(content);
                try {
                    yield privateKey(info.getKeySpec(SecretKeyFactory.getInstance(info.getAlgName())
                            .generateSecret(new PBEKeySpec(passphrase.toCharArray()))));
                } catch (GeneralSecurityException e) {
                    throw new IllegalArgumentException("its key cannot be decrypted with this passphrase", e);
                }
            }
            default -> throw new IllegalArgumentException("its key is not of the form PKCS#8" + CONVERT);
        };
    }

    private static EncryptedPrivateKeyInfo encrypted(byte[] content) {
        try {
            return new EncryptedPrivateKeyInfo(content);
        } catch (IOException e) {
            throw new IllegalArgumentException("its key is encrypted by an old algorithm" + CONVERT, e);
        }
    }

    private static PrivateKey privateKey(PKCS8EncodedKeySpec content) throws GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(content);
            } catch (InvalidKeySpecException e) {
                // It is a key of another algorithm.
            }
        }
        throw new IllegalArgumentException("its key is not of " + String.join(", ", ALGORITHMS));
    }

    public SSLContext context(TrustManager @Nullable [] trusted) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {this}, trusted, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS: " + e.getMessage(), e);
        }
    }

    /** Adds the certificate that the server demanded, since some servers close the connection without a reason. */
    public String withCertificateHint(String message) {
        String demand = demand();
        return demand == null ? message : message + "; " + demand + " (set 'clientCertificate' and 'clientKey')";
    }

    public String withCertificateHint(Throwable failure, String message) {
        return key == null || failure instanceof SSLHandshakeException ? withCertificateHint(message) : message;
    }

    /** The kind of certificate that a server demanded of this client, as a clause; null if none has demanded one. */
    public @Nullable String demand() {
        String issuers = demand;
        if (issuers == null) {
            return null;
        }
        return "the server requires a client certificate" + issuers + ", and "
                + (key == null ? "none is given" : "the given one is of " + chain[0].getSubjectX500Principal());
    }

    private @Nullable String chooseAlias(@Nullable String[] keyTypes, Principal @Nullable [] issuers) {
        List<Principal> authorities = issuers == null ? List.of() : List.of(issuers);
        demand = authorities.isEmpty()
                ? ""
                : " issued by "
                        + authorities.stream()
                                .limit(MAX_LISTED_AUTHORITIES)
                                .map(Principal::getName)
                                .collect(Collectors.joining(" or "))
                        + (authorities.size() > MAX_LISTED_AUTHORITIES ? " or others" : "");
        boolean isSuitable = key != null && Arrays.asList(keyTypes).contains(key.getAlgorithm());
        return isSuitable ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseAlias(keyTypes, issuers);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chooseAlias(keyTypes, issuers);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.clone();
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return key;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
