// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** A trust manager of clients, with one check of a server's certificates for every transport. */
abstract class ServerCheck extends X509ExtendedTrustManager {
    private static final X509Certificate[] NONE = {};

    /**
     * Checks the certificates of a server.
     *
     * @param engine engine of the connection; null for one without an engine
     */
    abstract void check(X509Certificate[] chain, String type, @Nullable SSLEngine engine) throws CertificateException;

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, type, null);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, type, null);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return NONE;
    }
}
