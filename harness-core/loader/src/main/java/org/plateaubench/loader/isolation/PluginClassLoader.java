// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads one plugin: its own jars, the platform, and only those packages of the host that plugins and host share. The
 * host's libraries are invisible, so a plugin may bring another version of any of them. Calls that would end or change
 * the process, or start a virtual thread, are redirected to {@link PluginGuard} when a class is defined.
 */
public final class PluginClassLoader extends URLClassLoader implements LoaderOfPlugin {
    private static final List<String> SHARED =
            List.of("org.plateaubench.api.", "org.plateaubench.spi.", "org.jspecify.", "org.apiguardian.");

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader host;
    private final PluginViolations violations;
    private final CallRewriter rewriter = new CallRewriter();
    private final List<JarFile> files = new ArrayList<>();

    /**
     * Creates the loader of a plugin.
     *
     * @param id id of the plugin
     * @param jars jars with its classes
     * @param host loader of the shared packages
     * @throws IOException when a jar cannot be opened
     */
    public PluginClassLoader(String id, List<Path> jars, ClassLoader host) throws IOException {
        super(PluginOrigin.LOADER_PREFIX + id, urls(jars), ClassLoader.getPlatformClassLoader());
        this.host = host;
        this.violations = new PluginViolations(id);
        for (Path jar : jars) {
            files.add(new JarFile(jar.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion()));
        }
    }

    private static URL[] urls(List<Path> jars) throws IOException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return urls;
    }

    @Override
    public PluginViolations violations() {
        return violations;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        // Rewritten classes call the guard; no other class of the harness is visible.
        if (SHARED.stream().anyMatch(name::startsWith) || name.equals(PluginGuard.class.getName())) {
            return host.loadClass(name);
        }
        return super.loadClass(name, resolve);
    }

    /** Leaves classes that need no change to the superclass. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        byte[] changed = changed(name, path);
        URL url = changed == null ? null : findResource(path);
        return url == null || changed == null ? super.findClass(name) : define(name, url, changed);
    }

    /** The bytes of a class that must not be defined unchanged; null for all other classes. */
    private byte @Nullable [] changed(String name, String path) throws ClassNotFoundException {
        try {
            byte[] bytes = bytes(path);
            return bytes != null && ClassFileNames.anyOf(bytes, GuardedCall.NAMES) && rewriter.isConcernedBy(bytes)
                    ? rewriter.rewritten(bytes)
                    : null;
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        } catch (IllegalArgumentException e) {
            // It is not a class file; the superclass reports this in the usual way.
            return null;
        }
    }

    private byte @Nullable [] bytes(String path) throws IOException {
        for (JarFile jar : files) {
            JarEntry entry = jar.getJarEntry(path);
            if (entry != null) {
                try (InputStream in = jar.getInputStream(entry)) {
                    return in.readAllBytes();
                }
            }
        }
        // The manifest of a jar may name further jars, whose classes also belong to the plugin.
        URL url = findResource(path);
        if (url == null) {
            return null;
        }
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            for (JarFile jar : files) {
                jar.close();
            }
        }
    }

    private Class<?> define(String name, URL url, byte[] bytes) throws ClassNotFoundException {
        try {
            Manifest manifest = null;
            URL source = url;
            Certificate @Nullable [] certificates = null;
            if (url.openConnection() instanceof JarURLConnection jar) {
                manifest = jar.getManifest();
                source = jar.getJarFileURL();
                certificates = jar.getCertificates();
            }
            definePackageOf(name, manifest, source);
            return defineClass(name, bytes, 0, bytes.length, new CodeSource(source, certificates));
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private void definePackageOf(String name, @Nullable Manifest manifest, URL source) {
        int dot = name.lastIndexOf('.');
        if (dot < 0 || getDefinedPackage(name.substring(0, dot)) != null) {
            return;
        }
        try {
            definePackage(name.substring(0, dot), manifest == null ? new Manifest() : manifest, source);
        } catch (IllegalArgumentException e) {
            // Another thread has already defined it.
            return;
        }
    }
}
