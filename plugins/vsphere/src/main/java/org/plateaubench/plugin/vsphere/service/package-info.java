// SPDX-License-Identifier: Apache-2.0
/** A vCenter Server as a system under test. */
@NullMarked
package org.plateaubench.plugin.vsphere.service;

import org.jspecify.annotations.NullMarked;
