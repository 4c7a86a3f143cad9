// SPDX-License-Identifier: Apache-2.0
/** Signing in by OpenID Connect: what is said to a provider, and what of its answers is believed. */
@NullMarked
package org.plateaubench.web.access.provider;

import org.jspecify.annotations.NullMarked;
