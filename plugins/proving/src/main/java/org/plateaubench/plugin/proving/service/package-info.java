// SPDX-License-Identifier: Apache-2.0
/** SUT service {@code known-law}, started by the harness or outside it. */
@NullMarked
package org.plateaubench.plugin.proving.service;

import org.jspecify.annotations.NullMarked;
