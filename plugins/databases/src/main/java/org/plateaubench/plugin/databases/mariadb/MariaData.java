// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import org.plateaubench.process.FileTree;
import org.plateaubench.spi.SutException;

/** What an embedded server keeps on the disk. */
record MariaData(Path path) {
    static final String DATABASE = "plateau";
    static final String USER = "plateau";

    private static final int PASSWORD_BYTES = 24;

    /** Of letters, digits, minus and underscore, so that it needs no escape in SQL. */
    static String newPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** The folder, made when it is not there. Only its owner may look inside. */
    Path created() throws SutException {
        try {
            if (!Files.isDirectory(path)) {
                Files.createDirectory(path, only("rwx------"));
            }
            return path;
        } catch (IOException e) {
            throw new SutException("Folder " + path + " cannot be made: " + e.getMessage(), e);
        }
    }

    private static FileAttribute<?> only(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    /** The folder that the server calls {@code datadir}. */
    Path databases() {
        return path.resolve("databases");
    }

    boolean isInstalled() {
        return Files.isDirectory(databases());
    }

    /** A place for system tables in the making; what an installation that was cut short has left is removed. */
    Path fresh() throws SutException {
        Path fresh = created().resolve("databases.new");
        try {
            FileTree.remove(fresh);
            return fresh;
        } catch (IOException e) {
            throw new SutException("The data in " + fresh + " cannot be removed: " + e.getMessage(), e);
        }
    }

    /** Makes a finished installation the one in use. */
    void accept(Path fresh) throws SutException {
        try {
            Files.move(fresh, databases(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new SutException("The data in " + fresh + " cannot be moved: " + e.getMessage(), e);
        }
    }

    /**
     * What the server runs before it takes clients: the one database and its one user, who gets a new password, and no
     * other accounts but the server's own. A file, for its owner's eyes, since a command line is for everybody's.
     */
    Path initFile(String password) throws SutException {
        String account = "'" + USER + "'@'127.0.0.1'";
        String statements = """
                CREATE DATABASE IF NOT EXISTS %1$s;
                CREATE OR REPLACE USER %2$s IDENTIFIED BY '%3$s';
                GRANT ALL PRIVILEGES ON %1$s.* TO %2$s;
                GRANT PROCESS ON *.* TO %2$s;
                DELETE FROM mysql.global_priv WHERE User NOT IN ('mariadb.sys', '%4$s');
                FLUSH PRIVILEGES;
                """.formatted(DATABASE, account, password, USER);
        Path file = created().resolve("init.sql");
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, only("rw-------"));
            return Files.writeString(file, statements);
        } catch (IOException e) {
            throw new SutException("The file " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    void delete(Path file) throws SutException {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new SutException("The file " + file + " cannot be removed: " + e.getMessage(), e);
        }
    }

    /** The process that a server has written down. */
    long pidIn(Path file) throws SutException {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException | NumberFormatException e) {
            throw new SutException("The server's process id cannot be read from " + file + ": " + e.getMessage(), e);
        }
    }

    /** Removes the folder with all it holds. */
    void remove() throws SutException {
        try {
            FileTree.remove(path);
        } catch (IOException e) {
            throw new SutException("The data in " + path + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
