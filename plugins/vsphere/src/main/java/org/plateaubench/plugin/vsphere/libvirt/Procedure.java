// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.util.Locale;

/** The procedures of libvirt's remote protocol that this plugin calls, with their numbers, which never change. */
enum Procedure {
    CONNECT_OPEN(1),
    CONNECT_CLOSE(2),
    CONNECT_GET_VERSION(4),
    DOMAIN_CREATE(9),
    DOMAIN_DEFINE_XML(11),
    DOMAIN_DESTROY(12),
    DOMAIN_GET_XML_DESC(14),
    DOMAIN_LOOKUP_BY_NAME(23),
    DOMAIN_RESUME(28),
    DOMAIN_SUSPEND(34),
    CONNECT_GET_HOSTNAME(59),
    AUTH_LIST(66),
    AUTH_POLKIT(70),
    STORAGE_VOL_DELETE(94),
    STORAGE_VOL_LOOKUP_BY_PATH(97),
    STORAGE_VOL_GET_XML_DESC(99),
    STORAGE_VOL_GET_PATH(100),
    STORAGE_VOL_CREATE_XML_FROM(125),
    CONNECT_GET_LIB_VERSION(157),
    DOMAIN_SNAPSHOT_CREATE_XML(185),
    DOMAIN_SNAPSHOT_DELETE(193),
    DOMAIN_GET_STATE(212),
    DOMAIN_UNDEFINE_FLAGS(231),
    CONNECT_LIST_ALL_DOMAINS(273),
    DOMAIN_LIST_ALL_SNAPSHOTS(274),
    CONNECT_LIST_ALL_STORAGE_POOLS(281),
    STORAGE_POOL_LIST_ALL_VOLUMES(282);

    private final int number;

    Procedure(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** The name in messages, such as {@code domain create}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
