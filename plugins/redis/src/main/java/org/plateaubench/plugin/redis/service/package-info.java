// SPDX-License-Identifier: Apache-2.0
/** SUT service {@code redis}, started by the harness or outside it. */
@NullMarked
package org.plateaubench.plugin.redis.service;

import org.jspecify.annotations.NullMarked;
